namespace Cenote.Heap.Tests;

/// <summary>One process, its dump and the dump's census, shared by all tests that change neither.</summary>
public sealed class VictimFixture : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly Lazy<string> _dump;
    private readonly Lazy<HeapCensus> _census;
    private readonly Lazy<IReadOnlyList<PlaceCensus>> _allPlaces;

    public VictimFixture()
    {
        _dump = new Lazy<string>(() =>
        {
            string path = _folder.PathOf("victim.dmp");
            using HeapSource source = ProcessDump.Take(Victim.Id, path, dac: null, (_, _) => { }, CancellationToken.None);
            return path;
        });
        _census = new Lazy<HeapCensus>(() =>
        {
            using HeapSource source = HeapSource.OpenDump(Dump, dac: null);
            using var reader = new HeapReader(source);
            return reader.Read(10, showTexts: true, (_, _) => { }, CancellationToken.None);
        });
        _allPlaces = new Lazy<IReadOnlyList<PlaceCensus>>(() =>
        {
            using HeapSource source = HeapSource.OpenDump(Dump, dac: null);
            using var reader = new HeapReader(source) { MinOwnerShare = 0 };
            return reader.Read(0, showTexts: false, (_, _) => { }, CancellationToken.None).Places;
        });
    }

    /// <summary>The dump.</summary>
    public string Dump => _dump.Value;

    internal VictimProcess Victim { get; } = new();

    /// <summary>The places of the dump, including the smallest owners.</summary>
    internal IReadOnlyList<PlaceCensus> AllPlaces => _allPlaces.Value;

    internal HeapCensus Census => _census.Value;

    public void Dispose()
    {
        Victim.Dispose();
        _folder.Dispose();
    }
}
