using Cenote.Interning;
using Cenote.Tool.Input;
using Cenote.Tool.Sections.Strings;

namespace Cenote.Tool.Sections.Interning;

/// <summary>Texts in unmanaged memory, as numbers.</summary>
internal readonly struct TableStore(TextCorpus corpus, StringTable table) : ITextStore<int>
{
    public long NativeBytes => table.GetStatistics().UnmanagedBytes;

    public int Create(int index) => table.GetOrAdd(corpus[index]);

    public void Read<TReader>(int handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(table.AsSpan(handle));

    public void Release(int handle)
    {
        // The number stands for every text like this one.
    }

    public void Dispose() => table.Dispose();
}
