using System.Collections;

namespace Cenote.Collections;

/// <content>Operations on all strings: removing, and interface members.</content>
public sealed partial class PooledStringSet
{
    /// <summary>Removes the strings that match a predicate.</summary>
    /// <typeparam name="TArgument">The type of the predicate's argument.</typeparam>
    /// <param name="predicate">Called once for each string. It must not add or remove strings.</param>
    /// <param name="argument">Passed to the predicate.</param>
    /// <returns>The number of removed strings.</returns>
    /// <remarks>If the predicate throws, earlier removals remain.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="predicate"/> is null.</exception>
    /// <exception cref="InvalidOperationException">
    /// The predicate added or removed strings, or cleared, trimmed or disposed the set.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public int RemoveWhere<TArgument>(Func<ReadOnlySpan<char>, TArgument, bool> predicate, TArgument argument)
    {
        ArgumentNullException.ThrowIfNull(predicate);
        return _keys.RemoveWhere(
            static (key, _, call) => call.Predicate(key, call.Argument),
            (Predicate: predicate, Argument: argument));
    }

    /// <summary>Enumerates all strings, each as a new managed string, for LINQ and other APIs that take a sequence.</summary>
    /// <returns>
    /// An enumerator. Its <c>MoveNext</c> throws under the same conditions as <see cref="Enumerator.MoveNext"/>.
    /// </returns>
    IEnumerator<string> IEnumerable<string>.GetEnumerator() =>
        ((IEnumerable<KeyValuePair<string, NoValue>>)_keys).Select(static pair => pair.Key).GetEnumerator();

    /// <inheritdoc cref="IEnumerable.GetEnumerator"/>
    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<string>)this).GetEnumerator();

    /// <inheritdoc/>
    bool IReadOnlySet<string>.Contains(string item) => Contains(item);
}
