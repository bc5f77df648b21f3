using System.Collections;

namespace Cenote.Collections;

/// <content>All strings: removing some, and as other types expect them.</content>
public sealed partial class PooledStringSet
{
    /// <summary>Removes the strings for which a predicate holds.</summary>
    /// <typeparam name="TArgument">What the predicate needs.</typeparam>
    /// <param name="predicate">Called once for each string. It must neither add strings nor remove any.</param>
    /// <param name="argument">Passed to the predicate.</param>
    /// <returns>How many strings were removed.</returns>
    /// <remarks>If the predicate throws, the strings that were removed before stay removed.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="predicate"/> is null.</exception>
    /// <exception cref="InvalidOperationException">
    /// The predicate has added or removed strings, or cleared, trimmed or disposed the set.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public int RemoveWhere<TArgument>(Func<ReadOnlySpan<char>, TArgument, bool> predicate, TArgument argument)
    {
        ArgumentNullException.ThrowIfNull(predicate);
        return _keys.RemoveWhere(
            static (key, _, call) => call.Predicate(key, call.Argument),
            (Predicate: predicate, Argument: argument));
    }

    /// <summary>All strings as managed strings, a new one for each: for LINQ, and for whatever takes a sequence.</summary>
    /// <returns>An enumerator that throws under the conditions under which an <see cref="Enumerator"/> does.</returns>
    IEnumerator<string> IEnumerable<string>.GetEnumerator() =>
        ((IEnumerable<KeyValuePair<string, NoValue>>)_keys).Select(static pair => pair.Key).GetEnumerator();

    /// <inheritdoc cref="IEnumerable.GetEnumerator"/>
    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<string>)this).GetEnumerator();

    /// <inheritdoc/>
    bool IReadOnlySet<string>.Contains(string item) => Contains(item);
}
