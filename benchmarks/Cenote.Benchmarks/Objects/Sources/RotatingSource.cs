using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Objects.Policies;

namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>No pool: as many items as can be under way, over and over. For one allocating thread.</summary>
internal readonly struct RotatingSource(byte[][] items, StrongBox<int> next) : ISource
{
    /// <param name="count">Items, a power of two.</param>
    public static RotatingSource Of(int count) =>
        new([.. Enumerable.Range(0, count).Select(_ => default(BytePolicy).Create())], new StrongBox<int>());

    public byte[] Allocate() => items[next.Value++ & (items.Length - 1)];

    public void Free(byte[] item)
    {
    }
}
