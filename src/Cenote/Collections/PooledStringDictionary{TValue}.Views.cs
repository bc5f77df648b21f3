namespace Cenote.Collections;

/// <content>Keys and values by themselves.</content>
public sealed partial class PooledStringDictionary<TValue>
{
    /// <summary>
    /// The keys: <c>foreach (ReadOnlySpan&lt;char&gt; key in dictionary.Keys)</c>. A view, which copies nothing.
    /// </summary>
    public KeyCollection Keys => new(this);

    /// <summary>
    /// The values: <c>foreach (ref TValue value in dictionary.Values)</c>, or without <c>ref</c>. A view, which copies nothing.
    /// </summary>
    public ValueCollection Values => new(this);

    private static PooledStringDictionary<TValue> Require(PooledStringDictionary<TValue>? dictionary)
    {
        if (dictionary is null)
        {
            Throw.NotEnumerating();
        }

        return dictionary;
    }

    /// <summary>The keys of a dictionary, in the order of its entries.</summary>
    public readonly struct KeyCollection
    {
        private readonly PooledStringDictionary<TValue> _dictionary;

        internal KeyCollection(PooledStringDictionary<TValue> dictionary) => _dictionary = dictionary;

        /// <summary>Number of keys.</summary>
        /// <exception cref="InvalidOperationException">This is a default value.</exception>
        public int Count => Require(_dictionary).Count;

        /// <summary>All keys.</summary>
        /// <returns>The enumerator.</returns>
        /// <exception cref="InvalidOperationException">This is a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public Enumerator GetEnumerator() => new(Require(_dictionary).GetEnumerator());

        /// <summary>Goes over the keys of a dictionary.</summary>
        public ref struct Enumerator
        {
            private PooledStringDictionary<TValue>.Enumerator _entries;

            internal Enumerator(PooledStringDictionary<TValue>.Enumerator entries) => _entries = entries;

            /// <summary>The current key, valid until the enumerator moves on, or the key is removed.</summary>
            /// <inheritdoc cref="PooledStringDictionary{TValue}.Enumerator.Current" path="/exception"/>
            public readonly ReadOnlySpan<char> Current => _entries.Current.Key;

            /// <summary>Moves on to the next key.</summary>
            /// <returns>False after the last one.</returns>
            /// <inheritdoc cref="PooledStringDictionary{TValue}.Enumerator.MoveNext" path="/exception"/>
            public bool MoveNext() => _entries.MoveNext();
        }
    }

    /// <summary>The values of a dictionary, in the order of its entries.</summary>
    public readonly struct ValueCollection
    {
        private readonly PooledStringDictionary<TValue> _dictionary;

        internal ValueCollection(PooledStringDictionary<TValue> dictionary) => _dictionary = dictionary;

        /// <summary>Number of values.</summary>
        /// <exception cref="InvalidOperationException">This is a default value.</exception>
        public int Count => Require(_dictionary).Count;

        /// <summary>All values.</summary>
        /// <returns>The enumerator.</returns>
        /// <exception cref="InvalidOperationException">This is a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public Enumerator GetEnumerator() => new(Require(_dictionary).GetEnumerator());

        /// <summary>Goes over the values of a dictionary.</summary>
        public ref struct Enumerator
        {
            private PooledStringDictionary<TValue>.Enumerator _entries;

            internal Enumerator(PooledStringDictionary<TValue>.Enumerator entries) => _entries = entries;

            /// <summary>
            /// The current value, which may be changed in place. Valid for as long as that of an <see cref="Entry"/>.
            /// </summary>
            /// <inheritdoc cref="PooledStringDictionary{TValue}.Enumerator.Current" path="/exception"/>
            public readonly ref TValue Current => ref _entries.Current.Value;

            /// <summary>Moves on to the next value.</summary>
            /// <returns>False after the last one.</returns>
            /// <inheritdoc cref="PooledStringDictionary{TValue}.Enumerator.MoveNext" path="/exception"/>
            public bool MoveNext() => _entries.MoveNext();
        }
    }
}
