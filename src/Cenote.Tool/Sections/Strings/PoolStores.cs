using Cenote.Strings;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Strings;

/// <summary>Strings in a segmented pool, as handles with a reference to the pool.</summary>
internal readonly struct RefStore(TextCorpus corpus, SegmentedStringPool pool) : ITextStore<PooledStringRef>
{
    public long NativeBytes => pool.BytesReserved;

    public PooledStringRef Create(int index) => pool.Allocate(corpus[index]);

    public void Read<TReader>(PooledStringRef handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(handle.AsSpan());

    public void Release(PooledStringRef handle) => handle.Free();

    public void Dispose() => pool.Dispose();
}

/// <summary>Strings in a segmented pool, as ids without references.</summary>
internal readonly struct IdStore(TextCorpus corpus, SegmentedStringPool pool) : ITextStore<PooledStringId>
{
    public long NativeBytes => pool.BytesReserved;

    public PooledStringId Create(int index) => pool.Allocate(corpus[index]).Id;

    public void Read<TReader>(PooledStringId handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(pool.AsSpan(handle));

    public void Release(PooledStringId handle) => pool.Free(handle);

    public void Dispose() => pool.Dispose();
}

/// <summary>Strings in a contiguous pool, as handles with a reference to the pool.</summary>
internal readonly struct ContiguousStore(TextCorpus corpus, UnmanagedStringPool pool) : ITextStore<PooledString>
{
    public long NativeBytes => pool.BytesReserved;

    public PooledString Create(int index) => pool.Allocate(corpus[index]);

    public void Read<TReader>(PooledString handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(handle.AsSpan());

    public void Release(PooledString handle) => handle.Free();

    public void Dispose() => pool.Dispose();
}

/// <summary>UTF-8 in a separate pool, as handles with a reference to the pool.</summary>
internal readonly struct Utf8Store(Utf8Corpus corpus, Utf8StringPool pool) : ITextStore<PooledUtf8String>
{
    public long NativeBytes => pool.BytesReserved;

    public PooledUtf8String Create(int index) => pool.Allocate(corpus[index]);

    public void Read<TReader>(PooledUtf8String handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(handle.AsSpan());

    public void Release(PooledUtf8String handle) => handle.Free();

    public void Dispose() => pool.Dispose();
}

/// <summary>UTF-8 in a separate pool, as ids without references.</summary>
internal readonly struct Utf8IdStore(Utf8Corpus corpus, Utf8StringPool pool) : ITextStore<PooledStringId>
{
    public long NativeBytes => pool.BytesReserved;

    public PooledStringId Create(int index) => pool.Allocate(corpus[index]).Id;

    public void Read<TReader>(PooledStringId handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(pool.AsSpan(handle));

    public void Release(PooledStringId handle) => pool.Free(handle);

    public void Dispose() => pool.Dispose();
}
