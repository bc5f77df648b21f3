using System.Buffers;
using System.Text;
using Cenote.Formatting;
using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>A UTF-8 pool.</summary>
internal sealed class TestedUtf8Pool(Utf8Pool pool) : TestedPool<PooledUtf8String, byte>
{
    public override PooledUtf8String Empty => PooledUtf8String.Empty;
    public override int ActiveAllocations => pool.ActiveAllocations;
    public override byte[] Encode(string text) => Encoding.UTF8.GetBytes(text);
    public override PooledUtf8String Allocate(string text) => pool.Allocate(text);
    public override PooledUtf8String Allocate(ReadOnlySpan<byte> text) => pool.Allocate(text);
    public override PooledUtf8String Allocate(ref StringHandler handler) => pool.Allocate(ref handler);
    public override PooledUtf8String Create<TState>(int length, TState state, SpanAction<byte, TState> fill) =>
        pool.Create(length, state, fill);
    public override PooledUtf8String CreateFrom(ReadOnlySpan<byte> source) =>
        pool.Create(source.Length, source, static (text, source) => source.CopyTo(text));
    public override ReadOnlySpan<byte> AsSpan(PooledStringId id) => pool.AsSpan(id);
    public override bool TryGetSpan(PooledStringId id, out ReadOnlySpan<byte> text) => pool.TryGetSpan(id, out text);
    public override bool TryCopyTo(PooledStringId id, Span<byte> destination, out int length) =>
        pool.TryCopyTo(id, destination, out length);
    public override bool TryGetString(PooledStringId id, out string? text) => pool.TryGetString(id, out text);
    public override PooledUtf8String Resolve(PooledStringId id) => pool.Resolve(id);
    public override void Free(PooledStringId id) => pool.Free(id);
    public override void Clear() => pool.Clear();
    public override long Trim() => pool.Trim();
    public override StringPoolStatistics GetStatistics() => pool.GetStatistics();
    public override long BytesReserved => pool.BytesReserved;
    public override long ManagedBytes => pool.ManagedBytes;
    public override void Dispose() => pool.Dispose();

    public override bool IsEmpty(PooledUtf8String handle) => handle.IsEmpty;
    public override bool IsAlive(PooledUtf8String handle) => handle.IsAlive;
    public override PooledStringId Id(PooledUtf8String handle) => handle.Id;
    public override int Length(PooledUtf8String handle) => handle.Length;
    public override byte At(PooledUtf8String handle, int index) => handle[index];
    public override ReadOnlySpan<byte> AsSpan(PooledUtf8String handle) => handle.AsSpan();
    public override bool TryGetSpan(PooledUtf8String handle, out ReadOnlySpan<byte> text) => handle.TryGetSpan(out text);
    public override bool TryCopyTo(PooledUtf8String handle, Span<byte> destination, out int length) =>
        handle.TryCopyTo(destination, out length);
    public override bool TryGetString(PooledUtf8String handle, out string? text) => handle.TryGetString(out text);
    public override ReadOnlySpan<byte> SubstringSpan(PooledUtf8String handle, int startIndex, int length) =>
        handle.SubstringSpan(startIndex, length);
    public override bool Equals(PooledUtf8String handle, ReadOnlySpan<byte> text) => handle.Equals(text);

    public override Matches Search(PooledUtf8String handle, ReadOnlySpan<byte> value) => new(
        handle.IndexOf(value),
        handle.LastIndexOf(value),
        handle.Contains(value),
        handle.StartsWith(value),
        handle.EndsWith(value));

    public override PooledUtf8String Duplicate(PooledUtf8String handle) => handle.Duplicate();
    public override PooledUtf8String Insert(PooledUtf8String handle, int index, ReadOnlySpan<byte> value) =>
        handle.Insert(index, value);

    public override PooledUtf8String Replace(PooledUtf8String handle, ReadOnlySpan<byte> oldValue, ReadOnlySpan<byte> newValue) =>
        handle.Replace(oldValue, newValue);

    public override void Free(PooledUtf8String handle) => handle.Free();
}
