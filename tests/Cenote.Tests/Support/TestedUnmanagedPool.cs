using System.Buffers;
using Cenote.Formatting;
using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>A contiguous pool.</summary>
internal sealed class TestedUnmanagedPool(UnmanagedStringPool pool) : TestedTextPool<PooledString>
{
    public override PooledString Empty => PooledString.Empty;
    public override int ActiveAllocations => pool.ActiveAllocations;
    public override PooledString Allocate(string text) => pool.Allocate(text);
    public override PooledString Allocate(ReadOnlySpan<char> text) => pool.Allocate(text);
    public override PooledString Allocate(ref StringHandler handler) => pool.Allocate(ref handler);
    public override PooledString Allocate(ReadOnlySpan<byte> utf8) => pool.Allocate(utf8);
    public override PooledString Create<TState>(int length, TState state, SpanAction<char, TState> fill) =>
        pool.Create(length, state, fill);
    public override PooledString CreateFrom(ReadOnlySpan<char> source) =>
        pool.Create(source.Length, source, static (text, source) => source.CopyTo(text));
    public override ReadOnlySpan<char> AsSpan(PooledStringId id) => pool.AsSpan(id);
    public override bool TryGetSpan(PooledStringId id, out ReadOnlySpan<char> text) => pool.TryGetSpan(id, out text);
    public override bool TryCopyTo(PooledStringId id, Span<char> destination, out int length) =>
        pool.TryCopyTo(id, destination, out length);
    public override bool TryGetString(PooledStringId id, out string? text) => pool.TryGetString(id, out text);
    public override PooledString Resolve(PooledStringId id) => pool.Resolve(id);
    public override void Free(PooledStringId id) => pool.Free(id);
    public override void Clear() => pool.Clear();
    public override long Trim() => pool.Trim();
    public override StringPoolStatistics GetStatistics() => pool.GetStatistics();
    public override long BytesReserved => pool.BytesReserved;
    public override long ManagedBytes => pool.ManagedBytes;
    public override void Dispose() => pool.Dispose();

    public override bool IsEmpty(PooledString handle) => handle.IsEmpty;
    public override bool IsAlive(PooledString handle) => handle.IsAlive;
    public override PooledStringId Id(PooledString handle) => handle.Id;
    public override int Length(PooledString handle) => handle.Length;
    public override char At(PooledString handle, int index) => handle[index];
    public override ReadOnlySpan<char> AsSpan(PooledString handle) => handle.AsSpan();
    public override bool TryGetSpan(PooledString handle, out ReadOnlySpan<char> text) => handle.TryGetSpan(out text);
    public override bool TryCopyTo(PooledString handle, Span<char> destination, out int length) =>
        handle.TryCopyTo(destination, out length);
    public override bool TryGetString(PooledString handle, out string? text) => handle.TryGetString(out text);
    public override ReadOnlySpan<char> SubstringSpan(PooledString handle, int startIndex, int length) =>
        handle.SubstringSpan(startIndex, length);
    public override bool Equals(PooledString handle, ReadOnlySpan<char> text) => handle.Equals(text);

    public override Matches Search(PooledString handle, ReadOnlySpan<char> value) => new(
        handle.IndexOf(value),
        handle.LastIndexOf(value),
        handle.Contains(value),
        handle.StartsWith(value),
        handle.EndsWith(value));

    public override Matches Search(PooledString handle, ReadOnlySpan<char> value, StringComparison comparison) => new(
        handle.IndexOf(value, comparison),
        handle.LastIndexOf(value, comparison),
        handle.Contains(value, comparison),
        handle.StartsWith(value, comparison),
        handle.EndsWith(value, comparison));

    public override PooledString Duplicate(PooledString handle) => handle.Duplicate();
    public override PooledString Insert(PooledString handle, int index, ReadOnlySpan<char> value) => handle.Insert(index, value);

    public override PooledString Replace(PooledString handle, ReadOnlySpan<char> oldValue, ReadOnlySpan<char> newValue) =>
        handle.Replace(oldValue, newValue);

    public override void Free(PooledString handle) => handle.Free();
}
