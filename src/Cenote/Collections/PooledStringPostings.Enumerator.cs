namespace Cenote.Collections;

/// <content>Enumeration, in memory order.</content>
public sealed partial class PooledStringPostings
{
    /// <summary>
    /// Enumerates all keys with their numbers: <c>foreach (var entry in index)</c>. Keys are in the order of
    /// <see cref="PooledStringDictionary{TValue}.GetEnumerator"/>.
    /// </summary>
    /// <returns>An enumerator, which allocates a small object, and a buffer for keys that are stored as bytes.</returns>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    public Enumerator GetEnumerator() => new(this);

    /// <summary>Enumerates the keys of an index.</summary>
    public ref struct Enumerator
    {
        private readonly PooledStringPostings _index;
        private PooledStringDictionary<PostingList>.Enumerator _keys;

        internal Enumerator(PooledStringPostings index)
        {
            _index = index;
            _keys = index._keys.GetEnumerator();
        }

        /// <summary>The current key and its numbers. Valid until the enumerator advances or the index changes.</summary>
        /// <exception cref="InvalidOperationException">
        /// <see cref="MoveNext"/> was not called or returned false, or the enumerator is a default value.
        /// </exception>
        public readonly Entry Current => new(_index, _keys.Current);

        /// <summary>Advances to the next key.</summary>
        /// <returns>False after the last key.</returns>
        /// <exception cref="InvalidOperationException">
        /// Keys were added, or the index was cleared or trimmed, after the enumerator was created, or the enumerator is a
        /// default value.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
        public bool MoveNext() => _keys.MoveNext();
    }

    /// <summary>A key and its numbers; <c>foreach (var (key, numbers) in index)</c> deconstructs it.</summary>
    public readonly ref struct Entry
    {
        private readonly PooledStringPostings _index;
        private readonly PooledStringDictionary<PostingList>.Entry _entry;

        internal Entry(PooledStringPostings index, PooledStringDictionary<PostingList>.Entry entry)
        {
            _index = index;
            _entry = entry;
        }

        /// <summary>The key. Valid until the enumerator advances; it may be in the enumerator's buffer.</summary>
        /// <exception cref="InvalidOperationException">The entry is stale, or a default value.</exception>
        /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
        public ReadOnlySpan<char> Key => _entry.Key;

        /// <summary>The numbers in ascending order, at least one. Valid until the index changes.</summary>
        /// <exception cref="InvalidOperationException">The entry is stale, or a default value.</exception>
        /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
        public ReadOnlySpan<int> Numbers
        {
            get
            {
                ref PostingList list = ref _entry.Value;
                return _index.Numbers(ref list);
            }
        }

        /// <summary>Deconstructs the entry.</summary>
        /// <param name="key">The key.</param>
        /// <param name="numbers">The numbers in ascending order.</param>
        /// <exception cref="InvalidOperationException">The entry is stale, or a default value.</exception>
        /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
        public void Deconstruct(out ReadOnlySpan<char> key, out ReadOnlySpan<int> numbers)
        {
            key = Key;
            numbers = Numbers;
        }
    }
}
