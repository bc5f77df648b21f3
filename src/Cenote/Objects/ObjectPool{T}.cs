namespace Cenote.Objects;

/// <summary>An object pool that creates and cleans items with delegates.</summary>
/// <typeparam name="T">The class of the items.</typeparam>
/// <inheritdoc cref="ObjectPoolBase{T}" path="/remarks"/>
/// <example>
/// Sets that are cleared when they are freed:
/// <code>
/// using var sets = new ObjectPool&lt;HashSet&lt;string>>(static () => [], static set => set.Clear(), size: 64);
/// HashSet&lt;string> seen = sets.Allocate();
/// Console.WriteLine(seen.Add("Dos Ojos") &amp;&amp; !seen.Add("Dos Ojos"));   // prints True
/// sets.Free(seen);
/// </code>
/// </example>
public sealed class ObjectPool<T> : ObjectPoolBase<T>
    where T : class
{
    private readonly Func<T> _factory;
    private readonly Action<T>? _cleanup;

    /// <summary>Creates a pool of the default size, <see cref="ObjectPoolOptions.Size"/>.</summary>
    /// <param name="factory">Creates an item; called concurrently.</param>
    public ObjectPool(Func<T> factory)
        : this(new ObjectPoolOptions<T> { Factory = factory })
    {
    }

    /// <summary>Creates a pool.</summary>
    /// <param name="factory">Creates an item; called concurrently.</param>
    /// <param name="size">Maximum number of items to keep, plus one for each live thread; at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="size"/> is below 1.</exception>
    public ObjectPool(Func<T> factory, int size)
        : this(factory, cleanup: null, size)
    {
    }

    /// <summary>Creates a pool that cleans freed items.</summary>
    /// <param name="factory">Creates an item; called concurrently.</param>
    /// <param name="cleanup">Cleans an item on each <see cref="Free"/>, before any other thread can see it; or null.</param>
    /// <param name="size">Maximum number of items to keep, plus one for each live thread; at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="size"/> is below 1.</exception>
    public ObjectPool(Func<T> factory, Action<T>? cleanup, int size)
        : this(factory, cleanup, size, disposeWhenFull: false)
    {
    }

    /// <summary>Creates a pool that cleans freed items, and may dispose dropped ones.</summary>
    /// <param name="factory">Creates an item; called concurrently.</param>
    /// <param name="cleanup">Cleans an item on each <see cref="Free"/>, before any other thread can see it; or null.</param>
    /// <param name="size">Maximum number of items to keep (<see cref="ObjectPoolOptions.Size"/>); at least 1.</param>
    /// <param name="disposeWhenFull">Whether dropped items are disposed
    /// (<see cref="ObjectPoolOptions.DisposeWhenFull"/>).</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="size"/> is below 1.</exception>
    public ObjectPool(Func<T> factory, Action<T>? cleanup, int size, bool disposeWhenFull)
        : this(new ObjectPoolOptions<T>
        {
            Factory = factory,
            Cleanup = cleanup,
            Size = CheckedSize(size),
            DisposeWhenFull = disposeWhenFull,
        })
    {
    }

    /// <summary>Creates a pool from options, which are read once.</summary>
    /// <param name="options">The options, with the factory.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> or its factory is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public ObjectPool(ObjectPoolOptions<T> options)
        : base(Checked(options))
    {
        _factory = options.Factory;
        _cleanup = options.Cleanup;
    }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public override void Free(T? item)
    {
        if (item is null)
        {
            return;
        }

        if (IsGuarded)
        {
            FreeGuarded(item, ref ThreadSlots.CurrentArray);
            return;
        }

        _cleanup?.Invoke(item);
        Put(item, ThreadSlots.CurrentArray);
    }

    private protected override T Create() => _factory();

    // The caller looks up the slots, so that the JIT combines the lookups of an allocation and a free in one method. A reference,
    // because cleaning may replace the array.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeGuarded(T item, ref ThreadSlot[]? slots)
    {
        try
        {
            Core.Leaks?.Forget(item);
            _cleanup?.Invoke(item);
        }
        catch
        {
            Core.DisposeQuietly(item);
            throw;
        }

        Put(item, slots, exact: true);
    }

    private static ObjectPoolOptions<T> Checked(ObjectPoolOptions<T> options)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(options.Factory);
        return options;
    }
}
