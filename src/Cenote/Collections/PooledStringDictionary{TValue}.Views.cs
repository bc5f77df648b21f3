namespace Cenote.Collections;

/// <content>Sequences of keys and values.</content>
public sealed partial class PooledStringDictionary<TValue>
{
    /// <summary>
    /// All keys, each as a new string, in the order of <see cref="GetEnumerator"/>. Enumerate the entries to read keys without
    /// allocating strings.
    /// </summary>
    public IEnumerable<string> Keys => this.Select(static pair => pair.Key);

    /// <summary>
    /// All values, in the order of <see cref="GetEnumerator"/>. Enumerate the entries to change values.
    /// </summary>
    public IEnumerable<TValue> Values
    {
        get
        {
            ThrowIfDisposed();
            var enumeration = new Enumeration<TValue>(this);
            while (MoveNext(enumeration, out TValue value))
            {
                yield return value;
            }
        }
    }

    // The lock protects the position if two threads use the enumerator by mistake.
    private static unsafe bool MoveNext(Enumeration<TValue> enumeration, out TValue value)
    {
        lock (enumeration)
        {
            bool found = MoveSlow(enumeration, enumeration.Walk.Next, enumeration.Walk.End);
            value = found ? enumeration.Dictionary.ValueOf(enumeration.Walk.Cell) : default!;
            return found;
        }
    }
}
