using System.Collections.Frozen;

namespace Cenote.Benchmarks.Collections;

/// <summary>
/// Tables of each kind, filled once with the same keys, and measured with the same lookups.
/// </summary>
internal sealed class FilledTables : IDisposable
{
    // About the maximum number of lookups or replacements per call, so that a call takes at most a few milliseconds.
    private const int MaxPartCount = 10_000;

    private const int MaxQuestions = 1_000_000;

    /// <param name="kind">The kind of the keys.</param>
    /// <param name="keys">The first keys of this kind.</param>
    /// <param name="all">
    /// Whether to create tables of all kinds, or only the baseline and the two with goals for lookup times.
    /// </param>
    public FilledTables(KeyKind kind, Keys keys, bool all)
    {
        int asked = Math.Min(keys.Count, MaxQuestions);
        int parts = Math.Max(1, asked / MaxPartCount);
        Keys = keys;
        Hits = new Questions(keys.Shuffled(asked, seed: 3), parts);
        Misses = new Questions(KeySource.Take(kind, keys.Count, asked).Shuffled(asked, seed: 5), parts);
        Dictionary = Filling.Fill<DictionaryTable>(keys);
        Compact = Filling.Fill<CompactTable>(keys);
        Utf16 = Filling.Fill<Utf16Table>(keys);
        Others = all ? new OtherTables(keys, Dictionary) : null;
    }

    /// <summary>The keys in the tables.</summary>
    public Keys Keys { get; }

    /// <summary>Lookups of keys that are present.</summary>
    public Questions Hits { get; }

    /// <summary>The same number of lookups of missing keys.</summary>
    public Questions Misses { get; }

    public DictionaryTable Dictionary { get; }

    public CompactTable Compact { get; }

    public Utf16Table Utf16 { get; }

    /// <summary>The tables without goals for lookup times; null if they are left out.</summary>
    public OtherTables? Others { get; }

    public void Dispose()
    {
        Compact.Dispose();
        Utf16.Dispose();
        Others?.Dispose();
    }
}

/// <summary>Tables without goals for lookup times.</summary>
internal sealed class OtherTables(Keys keys, DictionaryTable dictionary) : IDisposable
{
    public PooledSetTable PooledSet { get; } = Filling.Fill<PooledSetTable>(keys);

    public ConcurrentPooledTable ConcurrentPooled { get; } = Filling.Fill<ConcurrentPooledTable>(keys);

    public HashSetTable HashSet { get; } = Filling.Fill<HashSetTable>(keys);

    public ConcurrentTable Concurrent { get; } = Filling.Fill<ConcurrentTable>(keys);

    public NonBlockingTable NonBlocking { get; } = Filling.Fill<NonBlockingTable>(keys);

    public FrozenTable Frozen { get; } = new(dictionary.Dictionary.ToFrozenDictionary());

    public void Dispose()
    {
        PooledSet.Dispose();
        ConcurrentPooled.Dispose();
    }
}

/// <summary>Fills tables.</summary>
internal static class Filling
{
    /// <summary>Creates a table with these keys; the value of each key is its number.</summary>
    public static TTable Fill<TTable>(Keys keys)
        where TTable : struct, IKeyTable<TTable>
    {
        TTable table = TTable.Create();
        for (int i = 0; i < keys.Count; i++)
        {
            table.TryAdd(keys[i], i);
        }

        return table;
    }

    /// <summary>Returns an action that creates, fills and disposes a table.</summary>
    public static Action Life<TTable>(Keys keys)
        where TTable : struct, IKeyTable<TTable> => () => Fill<TTable>(keys).Dispose();
}
