using System.Collections.Frozen;
using Cenote.Benchmarks.Collections.Tables;

namespace Cenote.Benchmarks.Collections;

/// <summary>Tables that have no limits of their own.</summary>
internal sealed class OtherTables(Keys keys, DictionaryTable dictionary) : IDisposable
{
    public PooledSetTable PooledSet { get; } = Filling.Fill<PooledSetTable>(keys);

    public ConcurrentPooledTable ConcurrentPooled { get; } = Filling.Fill<ConcurrentPooledTable>(keys);

    public HashSetTable HashSet { get; } = Filling.Fill<HashSetTable>(keys);

    public ConcurrentTable Concurrent { get; } = Filling.Fill<ConcurrentTable>(keys);

    public FrozenTable Frozen { get; } = new(dictionary.Dictionary.ToFrozenDictionary());

    public void Dispose()
    {
        PooledSet.Dispose();
        ConcurrentPooled.Dispose();
    }
}
