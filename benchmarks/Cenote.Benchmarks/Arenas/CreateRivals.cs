using Cenote.Benchmarks.Arenas.Corpora;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Arenas;

/// <summary>Ways to create strings from the same text, all live at once.</summary>
internal sealed class CreateRivals(Corpus corpus) : IDisposable
{
    public const string Managed = "managed";
    public const string Arena = "arena";
    public const string ArenaReset = "arena after Reset";
    public const string List = "list";
    public const string ListCleared = "list after Clear";

    private readonly ArenaTexts _resetTexts = new(corpus);
    private readonly ListTexts _clearedList = new(corpus);
    private string[] _strings = [];
    private ArenaTexts? _texts;
    private ListTexts? _list;

    /// <summary>
    /// Rivals that take new memory from the system and touch it for the first time; managed strings come first.
    /// </summary>
    public Racer[] InNewMemory =>
    [
        new(Managed, ReturnMemory, CreateManaged, () => ManagedTexts.Checksum(_strings)),
        new(Arena, ReturnMemory, CreateArena, () => _texts!.Checksum()),
        new(List, ReturnMemory, CreateList, () => _list!.Checksum()),
    ];

    /// <summary>Rivals that reuse their memory; managed strings come first.</summary>
    public Racer[] InKeptMemory =>
    [
        new(Managed, Release, CreateManaged, () => ManagedTexts.Checksum(_strings)),
        new(ArenaReset, Release, FillArena, _resetTexts.Checksum),
        new(ListCleared, Release, FillList, _clearedList.Checksum),
    ];

    public void CreateManaged() => _strings = new ManagedTexts(corpus).Strings;

    public void CreateArena() => _texts = new ArenaTexts(corpus);

    public void FillArena()
    {
        _resetTexts.Reset();
        _resetTexts.Fill(corpus);
    }

    public void CreateList() => _list = new ListTexts(corpus);

    public void FillList()
    {
        _clearedList.Clear();
        _clearedList.Fill(corpus);
    }

    /// <summary>Frees all strings except those in the reused arena and list, and collects garbage.</summary>
    public void Release()
    {
        ReleaseNative();
        _strings = [];
        ManagedHeap.Collect();
    }

    /// <summary>Like <see cref="Release"/>, but also returns memory of the managed heap to the system.</summary>
    public void ReturnMemory()
    {
        Release();
        ManagedHeap.Return();
    }

    /// <summary>Disposes the new arena and the new list.</summary>
    public void ReleaseNative()
    {
        _texts?.Dispose();
        _texts = null;
        _list?.Dispose();
        _list = null;
    }

    public void Dispose()
    {
        ReleaseNative();
        _resetTexts.Dispose();
        _clearedList.Dispose();
    }
}
