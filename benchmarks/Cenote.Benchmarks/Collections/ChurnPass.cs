namespace Cenote.Benchmarks.Collections;

/// <summary>Replaces keys of one table: each pass removes a part of its keys and adds as many others.</summary>
internal sealed class ChurnPass<TTable>
    where TTable : struct, IKeyTable<TTable>
{
    private readonly TTable _table;
    private Keys _present;
    private Keys _absent;

    /// <param name="table">The table, which holds the first keys.</param>
    /// <param name="present">Keys that are there.</param>
    /// <param name="absent">As many others.</param>
    public ChurnPass(TTable table, Keys present, Keys absent)
    {
        _table = table;
        _present = present;
        _absent = absent;
    }

    public void Run()
    {
        for (int i = 0; i < _present.Count; i++)
        {
            _table.Remove(_present[i]);
            _table.TryAdd(_absent[i], i);
        }

        (_present, _absent) = (_absent, _present);
    }
}
