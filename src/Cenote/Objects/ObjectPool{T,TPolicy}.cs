namespace Cenote.Objects;

/// <summary>
/// An object pool whose policy is a struct. The JIT can inline the policy's methods, so they cost less than delegates.
/// </summary>
/// <typeparam name="T">The class of the items.</typeparam>
/// <typeparam name="TPolicy">Creates and cleans items.</typeparam>
/// <inheritdoc cref="ObjectPoolBase{T}" path="/remarks"/>
/// <example>
/// A policy with a parameter, the length of its arrays:
/// <code>
/// using var buffers = new ObjectPool&lt;byte[], BufferPolicy>(new BufferPolicy(4_096));
/// byte[] buffer = buffers.Allocate();
/// Console.WriteLine(buffer.Length);   // prints 4096
/// buffers.Free(buffer);
///
/// readonly struct BufferPolicy(int length) : IPoolPolicy&lt;byte[]>
/// {
///     public byte[] Create() => new byte[length];
///
///     public bool Cleanup(byte[] item) => true;
/// }
/// </code>
/// </example>
public sealed class ObjectPool<T, TPolicy> : ObjectPoolBase<T>
    where T : class
    where TPolicy : struct, IPoolPolicy<T>
{
#pragma warning disable IDE0044 // A readonly field would be copied for each call.
    private TPolicy _policy;
#pragma warning restore IDE0044

    /// <summary>Creates a pool of the default size, <see cref="ObjectPoolOptions.Size"/>.</summary>
    /// <param name="policy">Creates and cleans the items. The pool copies it.</param>
    public ObjectPool(TPolicy policy = default)
        : this(policy, new ObjectPoolOptions())
    {
    }

    /// <summary>Creates a pool.</summary>
    /// <param name="policy">Creates and cleans the items. The pool copies it.</param>
    /// <param name="size">Maximum number of items to keep (<see cref="ObjectPoolOptions.Size"/>); at least 1.</param>
    /// <param name="disposeWhenFull">Whether dropped items are disposed
    /// (<see cref="ObjectPoolOptions.DisposeWhenFull"/>).</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="size"/> is below 1.</exception>
    public ObjectPool(TPolicy policy, int size, bool disposeWhenFull = false)
        : this(policy, new ObjectPoolOptions { Size = CheckedSize(size), DisposeWhenFull = disposeWhenFull })
    {
    }

    /// <summary>Creates a pool from options, which are read once.</summary>
    /// <param name="policy">Creates and cleans the items. The pool copies it.</param>
    /// <param name="options">The options. Delegates of an <see cref="ObjectPoolOptions{T}"/> are ignored.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public ObjectPool(TPolicy policy, ObjectPoolOptions options)
        : base(options)
    {
        _policy = policy;
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
        }
        else if (_policy.Cleanup(item))
        {
            Put(item, ThreadSlots.CurrentArray);
        }
        else
        {
            Drop(item);
        }
    }

    // The caller looks up the slots, so that the JIT combines the lookups of an allocation and a free in one method. A reference,
    // because cleaning may replace the array.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeGuarded(T item, ref ThreadSlot[]? slots)
    {
        bool isClean;
        try
        {
            Core.Leaks?.Forget(item);
            isClean = _policy.Cleanup(item);
        }
        catch
        {
            Core.DisposeQuietly(item);
            throw;
        }

        if (isClean)
        {
            Put(item, slots, exact: true);
        }
        else
        {
            Drop(item);
        }
    }

    private protected override T Create() => _policy.Create();
}
