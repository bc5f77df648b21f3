using Cenote.Strings;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Strings;

/// <summary>Texts in a segmented pool, as ids without a reference in them.</summary>
internal readonly struct IdStore(TextCorpus corpus, SegmentedStringPool pool) : ITextStore<PooledStringId>
{
    public long NativeBytes => pool.GetTotalBytesUnmanaged();

    public PooledStringId Create(int index) => pool.Allocate(corpus[index]).Id;

    public void Read<TReader>(PooledStringId handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(pool.AsSpan(handle));

    public void Release(PooledStringId handle) => pool.Free(handle);

    public void Dispose() => pool.Dispose();
}
