using Cenote.Strings;

namespace Cenote.Tool.Sections.Strings;

/// <summary>Texts in a segmented pool, as ids without a reference in them.</summary>
internal readonly struct IdStore(SegmentedStringPool pool) : ITextStore<PooledStringId>
{
    public long NativeBytes => pool.GetTotalBytesUnmanaged();

    public PooledStringId Create(ReadOnlySpan<char> text) => pool.Allocate(text).Id;

    public ReadOnlySpan<char> Read(PooledStringId handle) => pool.AsSpan(handle);

    public void Release(PooledStringId handle) => pool.Free(handle);

    public void Dispose() => pool.Dispose();
}
