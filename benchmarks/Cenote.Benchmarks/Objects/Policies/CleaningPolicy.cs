namespace Cenote.Benchmarks.Objects.Policies;

/// <summary>Arrays of bytes, of which one byte is cleaned.</summary>
internal readonly struct CleaningPolicy : IRivalPolicy<byte[]>
{
    public Action<byte[]>? Cleaner => static item => item[1] = 0;

    public byte[] Create() => default(BytePolicy).Create();

    public bool Cleanup(byte[] item)
    {
        item[1] = 0;
        return true;
    }
}
