namespace Cenote.Benchmarks.Objects.RealObjects;

/// <summary>A kilobyte, written in small parts and read in place.</summary>
internal readonly struct RealMemoryStream() : IRealObject<MemoryStream>
{
    private const int Parts = 16;

    private readonly byte[] _part = new byte[64];

    public Action<MemoryStream>? Cleaner => static item => item.SetLength(0);

    public MemoryStream Create() => new();

    public bool Cleanup(MemoryStream item)
    {
        item.SetLength(0);
        return true;
    }

    public void Use(MemoryStream item)
    {
        for (int i = 0; i < Parts; i++)
        {
            item.Write(_part);
        }

        item.GetBuffer().AsSpan(0, _part.Length).CopyTo(_part);
    }
}
