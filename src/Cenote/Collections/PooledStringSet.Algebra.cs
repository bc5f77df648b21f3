using System.Buffers;

namespace Cenote.Collections;

/// <content>
/// Set operations, with this set's comparison. Another <see cref="PooledStringSet"/> is enumerated without allocating strings.
/// </content>
public sealed partial class PooledStringSet
{
    /// <summary>Adds all strings of a sequence.</summary>
    /// <param name="other">A sequence or another set.</param>
    /// <remarks>If memory for a string is refused, the strings before it remain added.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="other"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">This set or <paramref name="other"/> is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    public void UnionWith(IEnumerable<string> other) => ForEach(other, static (item, set) => set.Add(item));

    /// <summary>Removes all strings that are not in a sequence.</summary>
    /// <param name="other">A sequence or another set.</param>
    /// <inheritdoc cref="IsSubsetOf" path="/exception"/>
    public void IntersectWith(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        RemoveWhere(static (item, set) => !set.Contains(item), set.Items);
    }

    /// <summary>Removes the strings of a sequence from this set.</summary>
    /// <param name="other">A sequence, another set, or this one.</param>
    /// <exception cref="ArgumentNullException"><paramref name="other"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">This set or <paramref name="other"/> is disposed.</exception>
    public void ExceptWith(IEnumerable<string> other) => ForEach(other, static (item, set) => set.Remove(item));

    /// <summary>Removes the strings that a sequence also contains, and adds those that only the sequence contains.</summary>
    /// <param name="other">A sequence, another set, or this one.</param>
    /// <remarks>If memory for a string is refused, earlier changes remain.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="other"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">This set or <paramref name="other"/> is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a string, or the operating system refuses it for a temporary set.
    /// </exception>
    public void SymmetricExceptWith(IEnumerable<string> other)
    {
        if (ReferenceEquals(other, this))
        {
            Clear();
            return;
        }

        using Comparable set = Compare(other);
        foreach (ReadOnlySpan<char> item in set.Items)
        {
            if (!Remove(item))
            {
                Add(item);
            }
        }
    }

    /// <summary>Whether a sequence contains all strings of this set.</summary>
    /// <param name="other">
    /// A sequence or another set. A sequence, or a set with another comparison, is first copied to a temporary set.
    /// </param>
    /// <returns>False if a string is missing.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="other"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">This set or <paramref name="other"/> is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The operating system refuses the memory for a temporary set.</exception>
    public bool IsSubsetOf(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        return Count <= set.Items.Count && AreAllIn(set.Items);
    }

    /// <summary>Whether a sequence contains all strings of this set and at least one more.</summary>
    /// <returns>False if a string is missing, or if the sequence contains no other string.</returns>
    /// <inheritdoc cref="IsSubsetOf"/>
    public bool IsProperSubsetOf(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        return Count < set.Items.Count && AreAllIn(set.Items);
    }

    /// <summary>Whether this set contains all strings of a sequence.</summary>
    /// <inheritdoc cref="IsSubsetOf"/>
    public bool IsSupersetOf(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        return Count >= set.Items.Count && set.Items.AreAllIn(this);
    }

    /// <summary>Whether this set contains all strings of a sequence and at least one more.</summary>
    /// <returns>False if a string is missing, or if this set contains no other string.</returns>
    /// <inheritdoc cref="IsSubsetOf"/>
    public bool IsProperSupersetOf(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        return Count > set.Items.Count && set.Items.AreAllIn(this);
    }

    /// <summary>Whether this set and a sequence contain the same strings, ignoring order and duplicates.</summary>
    /// <returns>False if either contains a string that the other does not.</returns>
    /// <inheritdoc cref="IsSubsetOf"/>
    public bool SetEquals(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        return Count == set.Items.Count && AreAllIn(set.Items);
    }

    /// <summary>Whether this set contains any string of a sequence.</summary>
    /// <returns>False if the set contains none of the strings.</returns>
    /// <inheritdoc cref="IsSubsetOf"/>
    public bool Overlaps(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        Enumerator items = set.Items.GetEnumerator();
        while (items.MoveNext())
        {
            if (Contains(items.Current))
            {
                items.StopEarly();
                return true;
            }
        }

        return false;
    }

    private void ForEach(IEnumerable<string> other, ReadOnlySpanAction<char, PooledStringSet> action)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (other is PooledStringSet set)
        {
            foreach (ReadOnlySpan<char> item in set)
            {
                action(item, this);
            }

            return;
        }

        foreach (string item in other)
        {
            action(item, this);
        }
    }

    private bool AreAllIn(PooledStringSet other)
    {
        Enumerator items = GetEnumerator();
        while (items.MoveNext())
        {
            if (!other.Contains(items.Current))
            {
                items.StopEarly();
                return false;
            }
        }

        return true;
    }

    private Comparable Compare(IEnumerable<string> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        _keys.ThrowIfDisposed();
        (other as PooledStringSet)?._keys.ThrowIfDisposed();
        return other is PooledStringSet set && set._ignoresCase == _ignoresCase
            ? new Comparable(set, null)
            : new Comparable(other, new PooledStringDictionaryOptions { IgnoreCase = _ignoresCase });
    }

    /// <summary>A set with the same comparison as this one: the other set, or a temporary copy.</summary>
    private readonly struct Comparable : IDisposable
    {
        private readonly bool _isCopy;

        public Comparable(IEnumerable<string> items, PooledStringDictionaryOptions? options)
        {
            _isCopy = options is not null;
            Items = _isCopy ? new PooledStringSet(items, options) : (PooledStringSet)items;
        }

        public PooledStringSet Items { get; }

        public void Dispose()
        {
            if (_isCopy)
            {
                Items.Dispose();
            }
        }
    }
}
