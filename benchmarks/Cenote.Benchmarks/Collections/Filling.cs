namespace Cenote.Benchmarks.Collections;

/// <summary>Fills tables.</summary>
internal static class Filling
{
    /// <summary>A table with these keys; their numbers are the values.</summary>
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

    /// <summary>A whole life: made, filled, ended.</summary>
    public static Action Life<TTable>(Keys keys)
        where TTable : struct, IKeyTable<TTable> => () => Fill<TTable>(keys).Dispose();
}
