using System.Collections;

namespace Cenote.Collections;

/// <summary>
/// Enumerates the entries of a dictionary as pairs. Takes a lock, because two threads may use an object concurrently by mistake.
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

    /// <summary>Ends the enumeration, which may have stopped early.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            enumeration.WipeBuffer();
        }
    }
}
