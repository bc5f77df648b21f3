using System.Buffers;
using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Rentals;
using Cenote.Measurement;
using CommunityToolkit.HighPerformance.Buffers;

namespace Cenote.Benchmarks.Buffers;

/// <summary>Asynchronous methods that need temporary memory before an await.</summary>
internal sealed class AsyncRivals(int length)
{
    /// <summary>A value that depends on all work, so that the JIT cannot remove any.</summary>
    public int Checksum { get; private set; }

    /// <summary>The number of method calls in one call of a rival.</summary>
    public int Operations { get; } = Math.Clamp((1 << 20) / length, 4, 2_048);

    /// <summary>The memory is a scratch buffer in a synchronous method, released before the await.</summary>
    public Rival Split(string name) => new(name, () => Run(SplitAsync));

    /// <summary>The memory is an array of the shared pool, returned before the await.</summary>
    public Rival SplitArray(string name) => new(name, () => Run(SplitArrayAsync));

    /// <summary>The memory is an array of the shared pool, held across the await.</summary>
    public Rival Array(string name) => new(name, () => Run(ArrayAsync));

    /// <summary>The memory is a <c>MemoryOwner</c> of the CommunityToolkit, held across the await.</summary>
    public Rival Owner(string name) => new(name, () => Run(OwnerAsync));

    private void Run(Func<ValueTask<int>> work) => RunAsync(work).GetAwaiter().GetResult();

    private async Task RunAsync(Func<ValueTask<int>> work)
    {
        for (int i = Operations; i > 0; i--)
        {
            Checksum += await work();
        }
    }

    private async ValueTask<int> SplitAsync()
    {
        int result = ScratchRental.One<TouchWork>(length);
        return result + await CompletedAsync();
    }

    private async ValueTask<int> SplitArrayAsync()
    {
        int result = SharedPoolRental.One<TouchWork>(length);
        return result + await CompletedAsync();
    }

    private async ValueTask<int> ArrayAsync()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            int result = TouchWork.Do(array.AsSpan(0, length));
            return result + await CompletedAsync();
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    private async ValueTask<int> OwnerAsync()
    {
        using MemoryOwner<byte> owner = MemoryOwner<byte>.Allocate(length);
        int result = TouchWork.Do(owner.Span);
        return result + await CompletedAsync();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ValueTask<int> CompletedAsync() => new(1);
}
