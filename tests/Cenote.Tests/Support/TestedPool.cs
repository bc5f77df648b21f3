using System.Buffers;
using Cenote.Formatting;
using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>A pool with the operations of its handles, so that one test covers every pool.</summary>
/// <typeparam name="THandle">The handles of the pool.</typeparam>
/// <typeparam name="TUnit">The unit of its strings: <see cref="char"/>, or <see cref="byte"/> for UTF-8.</typeparam>
internal abstract class TestedPool<THandle, TUnit> : IDisposable
    where THandle : struct
    where TUnit : unmanaged
{
    public abstract THandle Empty { get; }
    public abstract int ActiveAllocations { get; }

    /// <summary>A string in the units of the pool.</summary>
    public abstract TUnit[] Encode(string text);

    public abstract THandle Allocate(string text);
    public abstract THandle Allocate(ReadOnlySpan<TUnit> text);
    public abstract THandle Allocate(ref StringHandler handler);
    public abstract THandle Create<TState>(int length, TState state, SpanAction<TUnit, TState> fill);

    /// <summary>Creates a string in a callback that copies a span, which may be in the pool's memory.</summary>
    public abstract THandle CreateFrom(ReadOnlySpan<TUnit> source);

    public abstract ReadOnlySpan<TUnit> AsSpan(PooledStringId id);
    public abstract bool TryGetSpan(PooledStringId id, out ReadOnlySpan<TUnit> text);
    public abstract bool TryCopyTo(PooledStringId id, Span<TUnit> destination, out int length);
    public abstract bool TryGetString(PooledStringId id, out string? text);
    public abstract THandle Resolve(PooledStringId id);
    public abstract void Free(PooledStringId id);
    public abstract void Clear();
    public abstract long Trim();
    public abstract StringPoolStatistics GetStatistics();
    public abstract long BytesReserved { get; }
    public abstract long ManagedBytes { get; }
    public abstract void Dispose();

    public abstract bool IsEmpty(THandle handle);
    public abstract bool IsAlive(THandle handle);
    public abstract PooledStringId Id(THandle handle);
    public abstract int Length(THandle handle);
    public abstract TUnit At(THandle handle, int index);
    public abstract ReadOnlySpan<TUnit> AsSpan(THandle handle);
    public abstract bool TryGetSpan(THandle handle, out ReadOnlySpan<TUnit> text);
    public abstract bool TryCopyTo(THandle handle, Span<TUnit> destination, out int length);
    public abstract bool TryGetString(THandle handle, out string? text);
    public abstract ReadOnlySpan<TUnit> SubstringSpan(THandle handle, int startIndex, int length);
    public abstract bool Equals(THandle handle, ReadOnlySpan<TUnit> text);
    public abstract Matches Search(THandle handle, ReadOnlySpan<TUnit> value);
    public abstract THandle Duplicate(THandle handle);
    public abstract THandle Insert(THandle handle, int index, ReadOnlySpan<TUnit> value);
    public abstract THandle Replace(THandle handle, ReadOnlySpan<TUnit> oldValue, ReadOnlySpan<TUnit> newValue);
    public abstract void Free(THandle handle);
}
