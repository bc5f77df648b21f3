using Cenote.Tool.Input;

namespace Cenote.Tool.Sections;

/// <summary>Managed strings.</summary>
internal readonly struct ManagedStore(TextCorpus corpus) : ITextStore<ManagedText>
{
    public long NativeBytes => 0;

    public ManagedText Create(int index) => new(new string(corpus[index]));

    public void Read<TReader>(ManagedText handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(handle.Value);

    public void Release(ManagedText handle)
    {
        // Managed memory: nothing to release.
    }

    public void Dispose()
    {
        // Managed memory: nothing to release.
    }
}

/// <summary>
/// A managed string. An array of this struct has the layout of a <c>string[]</c>. The struct keeps generic code from being shared
/// between reference types, which would cost managed strings a type check per stored element.
/// </summary>
internal readonly record struct ManagedText(string Value);
