namespace Cenote.Strings;

/// <summary>
/// Enumerates the strings of many ids: <c>foreach (ReadOnlySpan&lt;char&gt; text in pool.AsSpans(ids))</c>. It prefetches
/// upcoming strings, so a loop over scattered strings has fewer cache misses.
/// </summary>
/// <remarks>Allocates nothing. A span is valid as long as one from <see cref="StringPool.AsSpan(PooledStringId)"/>.</remarks>
/// <example>
/// Counting the chars of all strings:
/// <code>
/// using var pool = new SegmentedStringPool();
/// PooledStringId[] ids = [pool.Allocate("Sac Actun").Id, pool.Allocate("Dos Ojos").Id];
/// int chars = 0;
/// foreach (ReadOnlySpan&lt;char> text in pool.AsSpans(ids))
/// {
///     chars += text.Length;
/// }
///
/// Console.WriteLine(chars);   // prints 17
/// </code>
/// </example>
public ref struct PooledStringSpans
{
    // Distances of 4 to 32 were measured: all from 8 on are equally fast.
    private const int PrefetchDistance = 12;

    private readonly StringPool _pool;
    private readonly ReadOnlySpan<PooledStringId> _ids;
    private int _index;

    internal PooledStringSpans(StringPool pool, ReadOnlySpan<PooledStringId> ids)
    {
        _pool = pool;
        _ids = ids;
        _index = -1;
    }

    /// <summary>The string of the current id.</summary>
    /// <exception cref="InvalidOperationException">
    /// The id is stale, <see cref="MoveNext"/> was not called or returned false, or this is a default value.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public readonly ReadOnlySpan<char> Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            int index = _index;
            if ((uint)index >= (uint)_ids.Length)
            {
                Throw.NoCurrentText();
            }

            return _pool.Read(_ids[index].Cell);
        }
    }

    /// <summary>Returns this value as its enumerator.</summary>
    /// <returns>A copy at the same position.</returns>
    public readonly PooledStringSpans GetEnumerator() => this;

    /// <summary>Moves to the next id.</summary>
    /// <returns>False after the last one.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool MoveNext()
    {
        int ahead = ++_index + PrefetchDistance;
        if ((uint)ahead < (uint)_ids.Length)
        {
            _pool.Prefetch(_ids[ahead].Cell);
        }

        return _index < _ids.Length;
    }
}
