namespace Cenote.Collections;

/// <content>Sequences of keys and values.</content>
public sealed partial class PooledStringDictionary<TValue>
{
    /// <summary>
    /// All keys, each as a new string, in the order of <see cref="GetEnumerator"/>. Enumerate the entries to read keys without
    /// allocating strings.
    /// </summary>
    public IEnumerable<string> Keys =>
        new EntrySequence<TValue, string>(this, static entry => entry.Key.ToString());

    /// <summary>
    /// All values, in the order of <see cref="GetEnumerator"/>. Enumerate the entries to change values.
    /// </summary>
    public IEnumerable<TValue> Values => new EntrySequence<TValue, TValue>(this, static entry => entry.Value);
}
