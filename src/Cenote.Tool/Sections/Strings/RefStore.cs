using Cenote.Strings;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Strings;

/// <summary>Texts in a segmented pool, as handles that know their pool.</summary>
internal readonly struct RefStore(TextCorpus corpus, SegmentedStringPool pool) : ITextStore<PooledStringRef>
{
    public long NativeBytes => pool.GetTotalBytesUnmanaged();

    public PooledStringRef Create(int index) => pool.Allocate(corpus[index]);

    public void Read<TReader>(PooledStringRef handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(handle.AsSpan());

    public void Release(PooledStringRef handle) => handle.Free();

    public void Dispose() => pool.Dispose();
}
