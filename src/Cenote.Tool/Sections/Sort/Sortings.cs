using Cenote.Arenas;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections.Sort;

/// <summary>Sorts the strings of a corpus repeatedly, always from their original order.</summary>
internal interface ISorting : IWorkload
{
    /// <summary>The checksum of all strings in the order of the latest run; see <see cref="TextCorpus.Checksum"/>.</summary>
    ulong Checksum();
}

/// <summary>Sorts managed strings.</summary>
internal sealed class ManagedSorting : ISorting
{
    private readonly string[] _strings;
    private readonly string[] _sorted;
    private readonly Action<string[]> _sort;

    /// <param name="corpus">The corpus.</param>
    /// <param name="indices">
    /// The strings to sort. Each is copied, duplicates too, as in a program that reads a file.
    /// </param>
    /// <param name="sort">Sorts the strings.</param>
    public ManagedSorting(TextCorpus corpus, int[] indices, Action<string[]> sort)
    {
        _strings = new string[indices.Length];
        for (int i = 0; i < _strings.Length; i++)
        {
            _strings[i] = new string(corpus[indices[i]]);
        }

        _sorted = new string[indices.Length];
        _sort = sort;
    }

    public void Run()
    {
        _strings.CopyTo(_sorted, 0);
        _sort(_sorted);
    }

    public ulong Checksum()
    {
        var checksum = new TextChecksum();
        foreach (string text in _sorted)
        {
            checksum.Read(text);
        }

        return checksum.Value;
    }

    public void Dispose()
    {
        // Managed memory: nothing to release.
    }
}

/// <summary>Sorts the strings of an arena.</summary>
internal sealed class ArenaSorting : ISorting
{
    private readonly StringArena _arena = new();
    private readonly ArenaString[] _strings;
    private readonly ArenaString[] _sorted;
    private readonly Action<StringArena, ArenaString[]> _sort;

    /// <param name="corpus">The corpus.</param>
    /// <param name="indices">The strings to add to the arena and to sort.</param>
    /// <param name="sort">Sorts the strings.</param>
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
