using Cenote.Tool.Input;
using Cenote.Tool.Sections.Strings;

namespace Cenote.Tool.Sections.Interning;

/// <summary>Texts as managed strings that an interner has given out.</summary>
internal readonly struct InternedStore<TInterner>(TextCorpus corpus, TInterner interner) : ITextStore<ManagedText>
    where TInterner : struct, IInterner
{
    // Interners lie in managed memory. What the runtime's own table takes beside it nobody can ask for.
    public long NativeBytes => 0;

    public ManagedText Create(int index) => new(interner.Intern(corpus[index]));

    public void Read<TReader>(ManagedText handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(handle.Value);

    public void Release(ManagedText handle)
    {
        // Others may have the same string.
    }

    public void Dispose() => interner.Dispose();
}
