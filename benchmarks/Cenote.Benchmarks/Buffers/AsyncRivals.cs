using System.Buffers;
using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Buffers.Rentals;
using Cenote.Measurement;
using CommunityToolkit.HighPerformance.Buffers;

namespace Cenote.Benchmarks.Buffers;

/// <summary>Asynchronous methods that need working memory before something is awaited.</summary>
internal sealed class AsyncRivals(int length)
{
    /// <summary>What depends on all the work, so that none of it is left out.</summary>
    public int Checksum { get; private set; }

    /// <summary>Calls in each call of a rival.</summary>
    public int Operations { get; } = Math.Clamp((1 << 20) / length, 4, 2_048);

    /// <summary>The memory is released before the await: the work is in a method that is not asynchronous.</summary>
    public Rival Split(string name) => new(name, () => Run(SplitAsync));

    /// <summary>The same with an array of the shared pool.</summary>
    public Rival SplitArray(string name) => new(name, () => Run(SplitArrayAsync));

    /// <summary>The memory is an array of the shared pool, held over the await.</summary>
    public Rival Array(string name) => new(name, () => Run(ArrayAsync));

    /// <summary>The memory is CommunityToolkit's owner, held over the await.</summary>
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
