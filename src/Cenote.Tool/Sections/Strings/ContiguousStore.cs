using Cenote.Strings;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Strings;

/// <summary>Texts in a contiguous pool, as handles that know their pool.</summary>
internal readonly struct ContiguousStore(TextCorpus corpus, UnmanagedStringPool pool) : ITextStore<PooledString>
{
    public long NativeBytes => pool.GetTotalBytesUnmanaged();

    public PooledString Create(int index) => pool.Allocate(corpus[index]);

    public void Read<TReader>(PooledString handle, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(handle.AsSpan());

    public void Release(PooledString handle) => handle.Free();

    public void Dispose() => pool.Dispose();
}
