using Cenote.Buffers;
using Cenote.Tests.Support;

namespace Cenote.Tests.Buffers;

/// <summary>Bugs that users reported in other libraries of temporary buffers, each with a test.</summary>
public sealed class ScratchRivalMistakesTests
{
    [Fact]
    public void A_copied_owner_does_not_let_two_renters_share_its_memory() => SteppedThread.RunOnce(() =>
    {
        ScratchBuffer<int> owner = Scratch.Rent<int>(16);
        ScratchBuffer<int> copy = owner;
        owner.Dispose();
        Mistakes.MessageOf(ref copy);

        using ScratchBuffer<int> one = Scratch.Rent<int>(16);
        using ScratchBuffer<int> other = Scratch.Rent<int>(16);
        one.Span.Fill(1);
        other.Span.Fill(2);

        Assert.True(one.Span.IndexOfAnyExcept(1) < 0);
    });

    [Fact]
    public void A_copied_owner_of_borrowed_memory_does_not_return_it_twice() => SteppedThread.RunOnce(() =>
    {
        const int Bytes = 9_000_000;
        ScratchBuffer<byte> owner = Scratch.Rent<byte>(Bytes);
        ScratchBuffer<byte> copy = owner;
        owner.Dispose();
        Mistakes.MessageOf(ref copy);

        using ScratchBuffer<byte> one = Scratch.Rent<byte>(Bytes);
        using ScratchBuffer<byte> other = Scratch.Rent<byte>(Bytes);
        one.Span.Fill(1);
        other.Span.Fill(2);

        Assert.True(one.Span.IndexOfAnyExcept((byte)1) < 0);
    });

    [Fact]
    public void A_copied_list_does_not_return_its_array_twice() => SteppedThread.RunOnce(() =>
    {
        var owner = new ScratchList<long>(stackalloc long[4]);
        owner.Append(7, 50_000);
        ScratchList<long> copy = owner;
        owner.Dispose();
        Mistakes.MessageOf(ref copy);

        using var one = new ScratchList<long>(stackalloc long[4]);
        using var other = new ScratchList<long>(stackalloc long[4]);
        one.Append(1, 50_000);
        other.Append(2, 50_000);

        Assert.True(one.AsSpan().IndexOfAnyExcept(1L) < 0);
    });

    [Fact]
    public void The_default_owner_may_be_used_and_disposed() => SteppedThread.RunOnce(() =>
    {
        ScratchBuffer<int> buffer = default;
        Assert.Equal((0, 0), (buffer.Length, buffer.Span.Length));
        buffer.Clear();
        buffer.Dispose();

        ScratchList<int> list = default;
        list.Append(5);
        Assert.Equal([5], list.AsSpan().ToArray());
        list.Dispose();
        default(ScratchFrame).Dispose();
    });

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(256)]
    public void The_memory_of_the_callers_stack_is_used_whatever_its_size(int size) => SteppedThread.RunOnce(() =>
    {
        Span<byte> stack = stackalloc byte[size];
        using var buffer = new ScratchBuffer<byte>(stack, size);
        using var list = new ScratchList<byte>(stack);
        list.Append(1, size);

        Assert.True(buffer.Span.Overlaps(stack));
        Assert.True(list.AsSpan().Overlaps(stack));
        Assert.Equal(0, Scratch.GetStatistics().BytesInUse);
    });

    [Fact]
    public void Slicing_with_bad_arguments_does_not_lose_the_memory() => SteppedThread.RunOnce(() =>
    {
        for (int i = 0; i < 1_000; i++)
        {
            Assert.Throws<ArgumentOutOfRangeException>(static () =>
            {
                using ScratchBuffer<byte> buffer = Scratch.Rent<byte>(60_000);
                buffer.Slice(1, 60_000).Clear();
            });
            Assert.Throws<ArgumentOutOfRangeException>(static () =>
            {
                using var list = new ScratchList<byte>(60_000);
                list.Slice(0, 1).Clear();
            });
        }

        Assert.Equal(0, Scratch.GetStatistics().BytesInUse);
        Assert.InRange(Scratch.GetStatistics().BytesReserved, 0, 65 << 10);
    });

    [Fact]
    public void Large_buffers_that_are_held_together_take_memory_once() => SteppedThread.RunOnce(() =>
    {
        Use();
        Use();
        ScratchStatistics after = Scratch.GetStatistics();
        for (int i = 0; i < 20; i++)
        {
            Use();
        }

        Assert.Equal(after, Scratch.GetStatistics());
        Assert.Equal(0, ManagedAllocations.Of(Use));

        static void Use()
        {
            using ScratchBuffer<byte> one = Scratch.Rent<byte>(1 << 20);
            using ScratchBuffer<byte> two = Scratch.Rent<byte>(1 << 20);
            using ScratchBuffer<byte> three = Scratch.Rent<byte>(1 << 20);
        }
    });
}
