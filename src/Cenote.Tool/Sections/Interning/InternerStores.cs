using Cenote.Collections;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Interning;

/// <summary>Managed strings from an interner.</summary>
internal readonly struct InternedStore<TInterner>(TextCorpus corpus, TInterner interner) : ITextStore<ManagedText>
    where TInterner : struct, IInterner
{
    // Interners are in managed memory. The runtime does not report the native memory of its intern table.
    public long NativeBytes => 0;

    public ManagedText Create(int index) => new(interner.Intern(corpus[index]));

    public void Read<TReader>(ManagedText handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(handle.Value);

    public void Release(ManagedText handle)
    {
        // Keeps the string, because other callers may have it, too.
    }

    public void Dispose() => interner.Dispose();
}

/// <summary>Strings in unmanaged memory, as ids.</summary>
internal readonly struct TableStore(TextCorpus corpus, StringTable table) : ITextStore<int>
{
    public long NativeBytes => table.GetStatistics().BytesReserved;

    public int Create(int index) => table.GetOrAdd(corpus[index]);

    public void Read<TReader>(int handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(table.AsSpan(handle));

    public void Release(int handle)
    {
        // Keeps the id, because equal strings share it.
    }

    public void Dispose() => table.Dispose();
}
