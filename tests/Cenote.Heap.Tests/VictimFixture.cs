namespace Cenote.Heap.Tests;

/// <summary>One process and one dump of it, and the census of that, for all tests that change neither.</summary>
public sealed class VictimFixture : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly Lazy<string> _dump;
    private readonly Lazy<HeapCensus> _census;

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
    }

    /// <summary>The dump.</summary>
    public string Dump => _dump.Value;

    internal VictimProcess Victim { get; } = new();

    internal HeapCensus Census => _census.Value;

    public void Dispose()
    {
        Victim.Dispose();
        _folder.Dispose();
    }
}
