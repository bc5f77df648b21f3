using Cenote.Arenas;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Sort;

/// <summary>Sorts the strings of an arena.</summary>
internal sealed class ArenaSorting : ISorting
{
    private readonly StringArena _arena = new();
    private readonly ArenaString[] _strings;
    private readonly ArenaString[] _sorted;
    private readonly Action<StringArena, ArenaString[]> _sort;

    /// <param name="corpus">Where the strings are.</param>
    /// <param name="indices">Which of them to add to the arena and to sort.</param>
    /// <param name="sort">Sorts them.</param>
    public ArenaSorting(TextCorpus corpus, int[] indices, Action<StringArena, ArenaString[]> sort)
    {
        _strings = new ArenaString[indices.Length];
        for (int i = 0; i < _strings.Length; i++)
        {
            _strings[i] = _arena.Add(corpus[indices[i]]);
        }

        _sorted = new ArenaString[indices.Length];
        _sort = sort;
    }

    public void Run()
    {
        _strings.CopyTo(_sorted, 0);
        _sort(_arena, _sorted);
    }

    public ulong Checksum()
    {
        var checksum = new TextChecksum();
        foreach (ref readonly ArenaString value in _sorted.AsSpan())
        {
            checksum.Read(_arena.AsSpan(in value));
        }

        return checksum.Value;
    }

    public void Dispose() => _arena.Dispose();
}
