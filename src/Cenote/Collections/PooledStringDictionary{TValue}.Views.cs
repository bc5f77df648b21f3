namespace Cenote.Collections;

/// <content>Views of keys and values.</content>
public sealed partial class PooledStringDictionary<TValue>
{
    /// <summary>The keys, as a view without a copy: <c>foreach (ReadOnlySpan&lt;char&gt; key in dictionary.Keys)</c>.</summary>
    public KeyCollection Keys => new(this);

    /// <summary>
    /// The values, as a view without a copy: <c>foreach (ref TValue value in dictionary.Values)</c>, or without <c>ref</c>.
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
        /// <exception cref="InvalidOperationException">The collection is a default value.</exception>
        public int Count => Require(_dictionary).Count;

        /// <summary>Enumerates the keys.</summary>
        /// <returns>An enumerator.</returns>
        /// <exception cref="InvalidOperationException">The collection is a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public Enumerator GetEnumerator() => new(Require(_dictionary).GetEnumerator());

        /// <summary>Enumerates the keys of a dictionary.</summary>
        public ref struct Enumerator
        {
            private PooledStringDictionary<TValue>.Enumerator _entries;

            internal Enumerator(PooledStringDictionary<TValue>.Enumerator entries) => _entries = entries;

            /// <summary>The current key. Valid until the enumerator advances, or the key is removed.</summary>
            /// <inheritdoc cref="PooledStringDictionary{TValue}.Enumerator.Current" path="/exception"/>
            public readonly ReadOnlySpan<char> Current => _entries.Current.Key;

            /// <summary>Advances to the next key.</summary>
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
        /// <exception cref="InvalidOperationException">The collection is a default value.</exception>
        public int Count => Require(_dictionary).Count;

        /// <summary>Enumerates the values.</summary>
        /// <returns>An enumerator.</returns>
        /// <exception cref="InvalidOperationException">The collection is a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public Enumerator GetEnumerator() => new(Require(_dictionary).GetEnumerator());

        /// <summary>Enumerates the values of a dictionary.</summary>
        public ref struct Enumerator
        {
            private PooledStringDictionary<TValue>.Enumerator _entries;

            internal Enumerator(PooledStringDictionary<TValue>.Enumerator entries) => _entries = entries;

            /// <summary>The current value, by reference. Valid as long as that of an <see cref="Entry"/>.</summary>
            /// <inheritdoc cref="PooledStringDictionary{TValue}.Enumerator.Current" path="/exception"/>
            public readonly ref TValue Current => ref _entries.Current.Value;

            /// <summary>Advances to the next value.</summary>
            /// <returns>False after the last one.</returns>
            /// <inheritdoc cref="PooledStringDictionary{TValue}.Enumerator.MoveNext" path="/exception"/>
            public bool MoveNext() => _entries.MoveNext();
        }
    }
}
