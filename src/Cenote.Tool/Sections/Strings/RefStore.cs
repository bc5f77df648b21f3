using Cenote.Strings;

namespace Cenote.Tool.Sections.Strings;

/// <summary>Texts in a segmented pool, as handles that know their pool.</summary>
internal readonly struct RefStore(SegmentedStringPool pool) : ITextStore<PooledStringRef>
{
    public long NativeBytes => pool.GetTotalBytesUnmanaged();

    public PooledStringRef Create(ReadOnlySpan<char> text) => pool.Allocate(text);

    public ReadOnlySpan<char> Read(PooledStringRef handle) => handle.AsSpan();

    public void Release(PooledStringRef handle) => handle.Free();

    public void Dispose() => pool.Dispose();
}
