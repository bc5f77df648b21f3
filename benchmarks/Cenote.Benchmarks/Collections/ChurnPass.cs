namespace Cenote.Benchmarks.Collections;

/// <summary>Replaces keys of one table: each pass removes a part of its keys and adds as many others; once all are replaced, back again.</summary>
/// <param name="table">The table, which holds the first keys.</param>
/// <param name="present">Keys that are there.</param>
/// <param name="absent">As many others.</param>
internal sealed class ChurnPass<TTable>(TTable table, Questions present, Questions absent)
    where TTable : struct, IKeyTable<TTable>
{
    private Questions _present = present;
    private Questions _absent = absent;
    private int _pass;

    public void Run()
    {
        int start = _present.StartOf(_pass++);
        int end = start + _present.PartSize;
        for (int i = start; i < end; i++)
        {
            table.Remove(_present.Keys[i]);
            table.TryAdd(_absent.Keys[i], i);
        }

        if (_present.StartOf(_pass) == 0)
        {
            (_present, _absent) = (_absent, _present);
        }
    }
}
