using System.Buffers;
using Cenote.Formatting;
using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>A segmented or a concurrent pool.</summary>
internal sealed class TestedStringPool(StringPool pool) : TestedTextPool<PooledStringRef>
{
    public override PooledStringRef Empty => PooledStringRef.Empty;
    public override int ActiveAllocations => pool.ActiveAllocations;
    public override PooledStringRef Allocate(string text) => pool.Allocate(text);
    public override PooledStringRef Allocate(ReadOnlySpan<char> text) => pool.Allocate(text);
    public override PooledStringRef Allocate(ref StringHandler handler) => pool.Allocate(ref handler);
    public override PooledStringRef Allocate(ReadOnlySpan<byte> utf8) => pool.Allocate(utf8);
    public override PooledStringRef Create<TState>(int length, TState state, SpanAction<char, TState> fill) =>
        pool.Create(length, state, fill);
    public override PooledStringRef CreateFrom(ReadOnlySpan<char> source) =>
        pool.Create(source.Length, source, static (text, source) => source.CopyTo(text));
    public override ReadOnlySpan<char> AsSpan(PooledStringId id) => pool.AsSpan(id);
    public override bool TryGetSpan(PooledStringId id, out ReadOnlySpan<char> text) => pool.TryGetSpan(id, out text);
    public override bool TryCopyTo(PooledStringId id, Span<char> destination, out int length) =>
        pool.TryCopyTo(id, destination, out length);
    public override bool TryGetString(PooledStringId id, out string? text) => pool.TryGetString(id, out text);
    public override PooledStringRef Resolve(PooledStringId id) => pool.Resolve(id);
    public override void Free(PooledStringId id) => pool.Free(id);
    public override void Clear() => pool.Clear();
    public override long Trim() => pool.Trim();
    public override StringPoolStatistics GetStatistics() => pool.GetStatistics();
    public override long BytesReserved => pool.BytesReserved;
    public override long ManagedBytes => pool.ManagedBytes;
    public override void Dispose() => pool.Dispose();

    public override bool IsEmpty(PooledStringRef handle) => handle.IsEmpty;
    public override bool IsAlive(PooledStringRef handle) => handle.IsAlive;
    public override PooledStringId Id(PooledStringRef handle) => handle.Id;
    public override int Length(PooledStringRef handle) => handle.Length;
    public override char At(PooledStringRef handle, int index) => handle[index];
    public override ReadOnlySpan<char> AsSpan(PooledStringRef handle) => handle.AsSpan();
    public override bool TryGetSpan(PooledStringRef handle, out ReadOnlySpan<char> text) => handle.TryGetSpan(out text);
    public override bool TryCopyTo(PooledStringRef handle, Span<char> destination, out int length) =>
        handle.TryCopyTo(destination, out length);
    public override bool TryGetString(PooledStringRef handle, out string? text) => handle.TryGetString(out text);
    public override ReadOnlySpan<char> SubstringSpan(PooledStringRef handle, int startIndex, int length) =>
        handle.SubstringSpan(startIndex, length);
    public override bool Equals(PooledStringRef handle, ReadOnlySpan<char> text) => handle.Equals(text);

    public override Matches Search(PooledStringRef handle, ReadOnlySpan<char> value) => new(
        handle.IndexOf(value),
        handle.LastIndexOf(value),
        handle.Contains(value),
        handle.StartsWith(value),
        handle.EndsWith(value));

    public override Matches Search(PooledStringRef handle, ReadOnlySpan<char> value, StringComparison comparison) => new(
        handle.IndexOf(value, comparison),
        handle.LastIndexOf(value, comparison),
        handle.Contains(value, comparison),
        handle.StartsWith(value, comparison),
        handle.EndsWith(value, comparison));

    public override PooledStringRef Duplicate(PooledStringRef handle) => handle.Duplicate();
    public override PooledStringRef Insert(PooledStringRef handle, int index, ReadOnlySpan<char> value) =>
        handle.Insert(index, value);

    public override PooledStringRef Replace(PooledStringRef handle, ReadOnlySpan<char> oldValue, ReadOnlySpan<char> newValue) =>
        handle.Replace(oldValue, newValue);

    public override void Free(PooledStringRef handle) => handle.Free();
}
