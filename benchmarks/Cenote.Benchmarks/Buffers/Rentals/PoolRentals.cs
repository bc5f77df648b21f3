using System.Buffers;
using System.Runtime.CompilerServices;
using CommunityToolkit.HighPerformance.Buffers;

namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>The shared array pool as commonly used: arrays are returned in <see langword="finally"/>.</summary>
internal struct FinallyRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte[] one = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            return TWork.Do(one.AsSpan(0, length));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(one);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        byte[] one = ArrayPool<byte>.Shared.Rent(length);
        byte[] two = ArrayPool<byte>.Shared.Rent(second);
        byte[] three = ArrayPool<byte>.Shared.Rent(third);
        try
        {
            return TWork.Do(one.AsSpan(0, length)) + TWork.Do(two.AsSpan(0, second)) + TWork.Do(three.AsSpan(0, third));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(three);
            ArrayPool<byte>.Shared.Return(two);
            ArrayPool<byte>.Shared.Return(one);
        }
    }
}

/// <summary>The shared array pool, without <see langword="finally"/>.</summary>
internal struct SharedPoolRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte[] one = ArrayPool<byte>.Shared.Rent(length);
        int result = TWork.Do(one.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(one);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        byte[] one = ArrayPool<byte>.Shared.Rent(length);
        byte[] two = ArrayPool<byte>.Shared.Rent(second);
        byte[] three = ArrayPool<byte>.Shared.Rent(third);
        int result = TWork.Do(one.AsSpan(0, length)) + TWork.Do(two.AsSpan(0, second)) + TWork.Do(three.AsSpan(0, third));
        ArrayPool<byte>.Shared.Return(three);
        ArrayPool<byte>.Shared.Return(two);
        ArrayPool<byte>.Shared.Return(one);
        return result;
    }
}

/// <summary>A private array pool, without <see langword="finally"/>.</summary>
internal struct OwnPoolRental : IRental
{
    private static readonly ArrayPool<byte> s_pool = ArrayPool<byte>.Create(1 << 21, 50);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        byte[] one = s_pool.Rent(length);
        int result = TWork.Do(one.AsSpan(0, length));
        s_pool.Return(one);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        byte[] one = s_pool.Rent(length);
        byte[] two = s_pool.Rent(second);
        byte[] three = s_pool.Rent(third);
        int result = TWork.Do(one.AsSpan(0, length)) + TWork.Do(two.AsSpan(0, second)) + TWork.Do(three.AsSpan(0, third));
        s_pool.Return(three);
        s_pool.Return(two);
        s_pool.Return(one);
        return result;
    }
}

/// <summary>CommunityToolkit's <c>SpanOwner</c>.</summary>
internal struct SpanOwnerRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using SpanOwner<byte> one = SpanOwner<byte>.Allocate(length);
        int result = TWork.Do(one.Span);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        using SpanOwner<byte> one = SpanOwner<byte>.Allocate(length);
        using SpanOwner<byte> two = SpanOwner<byte>.Allocate(second);
        using SpanOwner<byte> three = SpanOwner<byte>.Allocate(third);
        int result = TWork.Do(one.Span) + TWork.Do(two.Span) + TWork.Do(three.Span);
        return result;
    }
}

/// <summary>CommunityToolkit's <c>MemoryOwner</c>.</summary>
internal struct MemoryOwnerRental : IRental
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One<TWork>(int length)
        where TWork : struct, IBufferWork
    {
        using MemoryOwner<byte> one = MemoryOwner<byte>.Allocate(length);
        int result = TWork.Do(one.Span);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork
    {
        using MemoryOwner<byte> one = MemoryOwner<byte>.Allocate(length);
        using MemoryOwner<byte> two = MemoryOwner<byte>.Allocate(second);
        using MemoryOwner<byte> three = MemoryOwner<byte>.Allocate(third);
        int result = TWork.Do(one.Span) + TWork.Do(two.Span) + TWork.Do(three.Span);
        return result;
    }
}
