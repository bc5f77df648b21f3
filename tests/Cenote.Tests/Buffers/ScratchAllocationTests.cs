using System.Globalization;
using Cenote.Buffers;
using Cenote.Tests.Support;

namespace Cenote.Tests.Buffers;

/// <summary>Renting scratch memory must not allocate: its purpose is to avoid garbage collections.</summary>
public sealed class ScratchAllocationTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(64)]
    [InlineData(5_000)]
    [InlineData(1_000_000)]
    [InlineData(9_000_000)]
    public void Buffers_allocate_nothing(int length) => SteppedThread.RunOnce(() =>
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            using ScratchBuffer<byte> one = Scratch.Rent<byte>(length);
            using ScratchBuffer<byte> two = Scratch.Rent<byte>(length, clear: length < 1_000);
            using var three = new ScratchBuffer<byte>(stackalloc byte[64], length);
        })));

    [Theory]
    [InlineData(64)]
    [InlineData(1_000_000)]
    [InlineData(9_000_000)]
    public void Frames_allocate_nothing(int length) => SteppedThread.RunOnce(() =>
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            using ScratchFrame frame = Scratch.Frame();
            frame.Rent<byte>(length);
            frame.Rent<byte>(length);
        })));

    [Theory]
    [InlineData(10)]
    [InlineData(1_000)]
    [InlineData(100_000)]
    public void Lists_allocate_nothing(int count) => SteppedThread.RunOnce(() =>
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            using var onStack = new ScratchList<char>(stackalloc char[64]);
            using var onScratch = new ScratchList<int>(8);
            for (int i = 0; i < count; i++)
            {
                onScratch.Append(i);
                onStack.Append('x');
            }

            onScratch.Insert(5, onScratch.Slice(0, 5));
            onScratch.RemoveRange(1, 3);
        })));

    [OptimizedFact]
    public void Formatting_values_allocates_nothing() => SteppedThread.RunOnce(() =>
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            using var text = new ScratchList<char>(stackalloc char[16]);
            text.Append(CultureInfo.InvariantCulture, $"{1_000,10:X} {2.5} {DateTime.UnixEpoch:O}");
            text.AppendFormatted(Guid.Empty, "N");
        })));
}
