using System.Diagnostics;
using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Arenas.Corpora;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>
/// Runs the .NET rivals, which do the same work as the C++ rivals. Each rival creates its strings three times from the same text,
/// keeps all three sets, and sorts one set with each of its sort methods. Finally the rival frees all strings, and creates them
/// again in kept memory.
/// </summary>
internal sealed class NativeRace(Corpus corpus, Measurements measurements)
{
    public const string Managed = "string[]";
    public const string Arena = "StringArena";
    public const string ArenaSpanSort = "StringArena, span.Sort";

    private const int Creations = 3;

    private readonly string _create = "create " + corpus.Name;
    private readonly string _recreate = "recreate " + corpus.Name;
    private readonly string _sort = "sort " + corpus.Name;

    /// <summary>Runs each rival in turn.</summary>
    public void RunRound()
    {
        ManagedHeap.Return();
        CreateAndSortManaged();
        GC.Collect();
        CreateManaged(_recreate);

        ManagedHeap.Return();
        RaceArena();
    }

    // This is a separate method, so that no reference to the strings remains after it returns.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CreateAndSortManaged()
    {
        string[][] created = CreateManaged(_create);
        string[] strings = created[0];
        Sort(Managed, () => Array.Sort(strings, StringComparer.Ordinal), () => ManagedTexts.Checksum(strings));
        GC.KeepAlive(created);
    }

    private string[][] CreateManaged(string name) =>
        Create(Managed, name, _ => new ManagedTexts(corpus).Strings, strings => ManagedTexts.Checksum(strings));

    private void RaceArena()
    {
        ArenaTexts[] created = Create(Arena, _create, _ => new ArenaTexts(corpus), texts => texts.Checksum());
        Sort(Arena, created[0].Sort, created[0].Checksum);
        Sort(ArenaSpanSort, created[1].SpanSort, created[1].Checksum);

        Array.ForEach(created, static texts => texts.Reset());
        Create(Arena, _recreate, number => Filled(created[number]), texts => texts.Checksum());
        Array.ForEach(created, static texts => texts.Dispose());
    }

    private ArenaTexts Filled(ArenaTexts texts)
    {
        texts.Fill(corpus);
        return texts;
    }

    private T[] Create<T>(string rival, string name, Func<int, T> create, Func<T, ulong> checksum)
    {
        var created = new T[Creations];
        double[] times = new double[Creations];
        for (int i = 0; i < Creations; i++)
        {
            long start = Stopwatch.GetTimestamp();
            created[i] = create(i);
            times[i] = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        }

        for (int i = 0; i < Creations; i++)
        {
            measurements.Add(rival, name, times[i], checksum(created[i]));
        }

        return created;
    }

    private void Sort(string rival, Action sort, Func<ulong> checksum)
    {
        long start = Stopwatch.GetTimestamp();
        sort();
        double time = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        measurements.Add(rival, _sort, time, checksum());
    }
}
