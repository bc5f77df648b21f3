using System.Collections;

namespace Cenote.Collections;

/// <summary>
/// Goes over the entries of a dictionary as pairs. An object may be used by two threads at once, by mistake, so it takes a lock.
/// </summary>
internal sealed class PairEnumerator<TValue>(Enumeration<TValue> enumeration) : IEnumerator<KeyValuePair<string, TValue>>
{
    private readonly Lock _gate = new();
    private KeyValuePair<string, TValue> _current;

    public KeyValuePair<string, TValue> Current
    {
        get
        {
            lock (_gate)
            {
                return _current;
            }
        }
    }

    object IEnumerator.Current => Current;

    public bool MoveNext()
    {
        lock (_gate)
        {
            return PooledStringDictionary<TValue>.MoveNext(enumeration, out _current);
        }
    }

    public void Reset() => throw new NotSupportedException("Get a new enumerator to start again.");

    /// <summary>To be called when no further key is asked for: perhaps a loop was left early.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            enumeration.WipeBuffer();
        }
    }
}
