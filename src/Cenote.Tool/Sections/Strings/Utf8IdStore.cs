using Cenote.Strings;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Strings;

/// <summary>UTF-8 in a pool of its own, as ids without a reference in them.</summary>
internal readonly struct Utf8IdStore(Utf8Corpus corpus, Utf8StringPool pool) : ITextStore<PooledStringId>
{
    public long NativeBytes => pool.GetTotalBytesUnmanaged();

    public PooledStringId Create(int index) => pool.Allocate(corpus[index]).Id;

    public void Read<TReader>(PooledStringId handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(pool.AsSpan(handle));

    public void Release(PooledStringId handle) => pool.Free(handle);

    public void Dispose() => pool.Dispose();
}
