using Cenote.Strings;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Strings;

/// <summary>UTF-8 in a pool of its own, as handles that know their pool.</summary>
internal readonly struct Utf8Store(Utf8Corpus corpus, Utf8StringPool pool) : ITextStore<PooledUtf8String>
{
    public long NativeBytes => pool.GetTotalBytesUnmanaged();

    public PooledUtf8String Create(int index) => pool.Allocate(corpus[index]);

    public void Read<TReader>(PooledUtf8String handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(handle.AsSpan());

    public void Release(PooledUtf8String handle) => handle.Free();

    public void Dispose() => pool.Dispose();
}
