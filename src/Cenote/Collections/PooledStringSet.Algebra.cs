namespace Cenote.Collections;

/// <content>
/// This set compared and combined with other sets and sequences. This set decides which strings are the same. Another
/// <see cref="PooledStringSet"/> is enumerated without making strings.
/// </content>
public sealed partial class PooledStringSet
{
    /// <summary>Adds all strings of a sequence.</summary>
    /// <param name="other">The sequence, which may be another set.</param>
    /// <remarks>If a string is refused, those before it are in the set.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="other"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The set, or the other one, is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory for a string.</exception>
    public void UnionWith(IEnumerable<string> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (other is PooledStringSet set)
        {
            foreach (ReadOnlySpan<char> item in set)
            {
                Add(item);
            }

            return;
        }

        foreach (string item in other)
        {
            Add(item);
        }
    }

    /// <summary>Removes all strings that are not in a sequence.</summary>
    /// <param name="other">The sequence, which may be another set.</param>
    /// <inheritdoc cref="IsSubsetOf" path="/exception"/>
    public void IntersectWith(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        RemoveWhere(static (item, set) => !set.Contains(item), set.Items);
    }

    /// <summary>Removes all strings of a sequence.</summary>
    /// <param name="other">The sequence, which may be another set, or this one.</param>
    /// <exception cref="ArgumentNullException"><paramref name="other"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The set, or the other one, is disposed.</exception>
    public void ExceptWith(IEnumerable<string> other)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (other is PooledStringSet set)
        {
            foreach (ReadOnlySpan<char> item in set)
            {
                Remove(item);
            }

            return;
        }

        foreach (string item in other)
        {
            Remove(item);
        }
    }

    /// <summary>Removes the strings that are in a sequence, too, and adds those that are only there.</summary>
    /// <param name="other">The sequence, which may be another set, or this one.</param>
    /// <remarks>If a string is refused, some are done and others are not.</remarks>
    /// <inheritdoc cref="IsSubsetOf" path="/exception"/>
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

    /// <summary>Whether all strings are in a sequence, too.</summary>
    /// <param name="other">The sequence, which may be another set. Of anything else a set is made first.</param>
    /// <returns>False if one is not.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="other"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The set, or the other one, is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The operating system refuses the memory for a set of the sequence's strings.
    /// </exception>
    public bool IsSubsetOf(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        return Count <= set.Items.Count && AreAllIn(set.Items);
    }

    /// <summary>Whether all strings are in a sequence that has others, too.</summary>
    /// <inheritdoc cref="IsSubsetOf"/>
    public bool IsProperSubsetOf(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        return Count < set.Items.Count && AreAllIn(set.Items);
    }

    /// <summary>Whether all strings of a sequence are here.</summary>
    /// <inheritdoc cref="IsSubsetOf"/>
    public bool IsSupersetOf(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        return Count >= set.Items.Count && set.Items.AreAllIn(this);
    }

    /// <summary>Whether all strings of a sequence are here, and others, too.</summary>
    /// <inheritdoc cref="IsSubsetOf"/>
    public bool IsProperSupersetOf(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        return Count > set.Items.Count && set.Items.AreAllIn(this);
    }

    /// <summary>Whether the strings of a sequence are those of the set, in any order and however often.</summary>
    /// <inheritdoc cref="IsSubsetOf"/>
    public bool SetEquals(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        return Count == set.Items.Count && AreAllIn(set.Items);
    }

    /// <summary>Whether a string of a sequence is here.</summary>
    /// <returns>False if none is.</returns>
    /// <inheritdoc cref="IsSubsetOf"/>
    public bool Overlaps(IEnumerable<string> other)
    {
        using Comparable set = Compare(other);
        Enumerator items = set.Items.GetEnumerator();
        while (items.MoveNext())
        {
            if (Contains(items.Current))
            {
                items.Leave();
                return true;
            }
        }

        return false;
    }

    private bool AreAllIn(PooledStringSet other)
    {
        Enumerator items = GetEnumerator();
        while (items.MoveNext())
        {
            if (!other.Contains(items.Current))
            {
                items.Leave();
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

    /// <summary>A set with the same comparison as this one: another one, or one that was made for the purpose.</summary>
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
