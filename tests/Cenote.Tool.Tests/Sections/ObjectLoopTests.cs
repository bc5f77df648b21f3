using Cenote.Tool.Input;
using Cenote.Tool.Sections;
using Cenote.Tool.Sections.Objects;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections;

public class ObjectLoopTests
{
    private static readonly TextCorpus s_sample = Corpora.Of("one", "two", "three");

    [Fact]
    public void Each_thread_passes_over_all_strings_as_often_as_told()
    {
        var calls = new Calls();
        using var loop = new ObjectLoop<Counting>(new ThreadWork(s_sample, Passes: 5, Threads: 4), new Counting(calls));

        loop.Run();

        Assert.Equal(3 * 5 * 4, calls.Count);
        Assert.Equal(3 * 5 * 4, new ThreadWork(s_sample, 5, 4).Operations);
    }

    [Fact]
    public void A_loop_disposes_what_it_uses()
    {
        var calls = new Calls();

        ObjectLoop<Counting>.Verify(new ThreadWork(s_sample, 1, 2), new Counting(calls));

        Assert.True(calls.IsDisposed);
    }

    [Fact]
    public void Text_that_one_thread_reads_differently_once_changes_the_checksum()
    {
        var work = new ThreadWork(s_sample, Passes: 100, Threads: 8);

        ulong honest = ObjectLoop<Counting>.Verify(work, new Counting(new Calls()));
        ulong same = ObjectLoop<NewBuilder>.Verify(work, default);
        ulong wrong = ObjectLoop<Counting>.Verify(work, new Counting(new Calls { Wrong = 1_000 }));

        Assert.Equal(honest, same);
        Assert.NotEqual(honest, wrong);
    }

    [Fact]
    public void A_call_has_much_to_do_even_with_few_strings_and_not_too_much_with_long_ones()
    {
        Assert.InRange(ThreadWork.Of(s_sample, 1).Operations, 8_000, 10_000);
        Assert.Equal(1, ThreadWork.Of(Corpora.Of(new string('x', 1 << 20)), 1).Passes);
        Assert.InRange(ThreadWork.Of(Corpora.Of(new string('x', 1 << 16)), 1).Passes, 2, 8);
    }

    private sealed class Calls
    {
        private int _count;

        public int Count => _count;

        public int? Wrong { get; init; }

        public bool IsDisposed { get; set; }

        public bool Next() => Interlocked.Increment(ref _count) == Wrong;
    }

    private readonly struct Counting(Calls calls) : IObjectUse
    {
        public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
            where TReader : struct, ITextReader => reader.Read(calls.Next() ? "wrong" : text);

        public void Dispose() => calls.IsDisposed = true;
    }
}
