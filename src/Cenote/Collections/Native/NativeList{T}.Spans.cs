using System.Collections;

namespace Cenote.Collections;

/// <content>Enumeration, spans, and copies.</content>
public sealed unsafe partial class NativeList<T>
{
    /// <summary>
    /// Returns the items from an index to the end of its segment. To visit all items as spans, advance the index by the length
    /// of each span.
    /// </summary>
    /// <param name="index">The index of the first item.</param>
    /// <returns>
    /// At least one item, up to the end of the segment or the list. The remarks of the type describe how long the span is valid.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The index is outside the list. A disposed list always throws this exception.
    /// </exception>
    public Span<T> SpanFrom(long index)
    {
        ref T first = ref this[index];
        long rest = Math.Min(Count - index, ItemsPerSegment - (index % ItemsPerSegment));
        return new Span<T>(Unsafe.AsPointer(ref first), (int)rest);
    }

    /// <summary>Copies items.</summary>
    /// <param name="index">The index of the first item.</param>
    /// <param name="destination">The destination; its length is the number of items.</param>
    /// <exception cref="ArgumentOutOfRangeException">The list has fewer items, or the index is negative.</exception>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    public void CopyTo(long index, Span<T> destination)
    {
        ThrowIfDisposed();
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(index, Count - destination.Length);
        while (!destination.IsEmpty)
        {
            Span<T> items = SpanFrom(index);
            items = items[..Math.Min(items.Length, destination.Length)];
            items.CopyTo(destination);
            destination = destination[items.Length..];
            index += items.Length;
        }

        GC.KeepAlive(this);
    }

    /// <summary>Enumerates all items in order.</summary>
    /// <returns>An enumerator. Allocates nothing.</returns>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    public Enumerator GetEnumerator()
    {
        ThrowIfDisposed();
        return new Enumerator(this);
    }

    IEnumerator<T> IEnumerable<T>.GetEnumerator()
    {
        ThrowIfDisposed();
        return Items(_version);
    }

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<T>)this).GetEnumerator();

    private IEnumerator<T> Items(long version)
    {
        for (long index = 0; ; index++)
        {
            CheckVersion(version);
            if (index >= Count)
            {
                yield break;
            }

            yield return this[index];
        }
    }

    private void CheckVersion(long version)
    {
        if (_version != version)
        {
            ThrowIfDisposed();
            Throw.ItemsChanged();
        }
    }

    /// <summary>Enumerates the items of a list.</summary>
    /// <remarks>
    /// The enumerator is a ref struct, so it cannot be used across <c>await</c> or <c>yield</c>. If the loop contains either,
    /// enumerate <c>list.AsEnumerable()</c>, which allocates an enumerator.
    /// </remarks>
    public ref struct Enumerator
    {
        private readonly NativeList<T>? _list;
        private readonly long _version;
        private long _index;

        internal Enumerator(NativeList<T> list)
        {
            _list = list;
            _version = list._version;
            _index = -1;
        }

        /// <summary>A reference to the current item.</summary>
        /// <exception cref="InvalidOperationException">
        /// <see cref="MoveNext"/> was not called or returned false, items were added or removed after the enumerator was
        /// created, the list is disposed, or the enumerator is a default value.
        /// </exception>
        public readonly ref T Current
        {
            get
            {
                if (_list is null || (ulong)_index >= (ulong)_list.Count)
                {
                    Throw.NotEnumerating();
                }

                _list.CheckVersion(_version);
                return ref _list[_index];
            }
        }

        /// <summary>Advances to the next item.</summary>
        /// <returns>False after the last item.</returns>
        /// <exception cref="InvalidOperationException">
        /// Items were added or removed after the enumerator was created, or the enumerator is a default value.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
        public bool MoveNext()
        {
            if (_list is null)
            {
                Throw.NotEnumerating();
            }

            _list.CheckVersion(_version);
            _index = Math.Min(_index + 1, _list.Count);
            return _index < _list.Count;
        }
    }
}
