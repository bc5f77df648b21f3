using System.Collections;

namespace Cenote.Collections;

/// <summary>A sequence that applies a function to each entry of a dictionary.</summary>
internal sealed class EntrySequence<TValue, TItem>(
    PooledStringDictionary<TValue> dictionary, Func<PooledStringDictionary<TValue>.Entry, TItem> read) : IEnumerable<TItem>
{
    public IEnumerator<TItem> GetEnumerator()
    {
        dictionary.ThrowIfDisposed();
        return new Enumerator(new Enumeration<TValue>(dictionary), read);
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Uses a lock, because two threads may share an enumerator by mistake.</summary>
    internal sealed class Enumerator(
        Enumeration<TValue> enumeration, Func<PooledStringDictionary<TValue>.Entry, TItem> read) : IEnumerator<TItem>
    {
        private readonly Lock _gate = new();
        private TItem? _current;
        private bool _isDisposed;

        public TItem Current
        {
            get
            {
                lock (_gate)
                {
                    return _current!;
                }
            }
        }

        object? IEnumerator.Current => Current;

        public bool MoveNext()
        {
            lock (_gate)
            {
                return !_isDisposed && PooledStringDictionary<TValue>.MoveNext(enumeration, read, out _current);
            }
        }

        public void Reset() => throw new NotSupportedException("Reset is not supported. Get a new enumerator.");

        /// <summary>
        /// Wipes the key buffer if the dictionary clears freed memory, because the enumeration may have stopped early.
        /// </summary>
        public void Dispose()
        {
            lock (_gate)
            {
                _isDisposed = true;
                _current = default;
                enumeration.WipeBuffer();
            }
        }
    }
}
