using Cenote.Interning;
using Cenote.Tool.Input;
using Cenote.Tool.Sections;
using Cenote.Tool.Sections.Interning;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections.Interning;

public class SecondPassTests
{
    [Fact]
    public void Everything_is_asked_for_once_and_then_part_by_part_from_the_beginning_to_the_end()
    {
        List<int> asked = [];
        using var pass = new SecondPass<AskedStore, int>(12_000, new AskedStore(asked));
        int[] first = [.. asked];
        asked.Clear();

        for (int run = 0; run < 4; run++)
        {
            pass.Run();
        }

        Assert.Equal(Enumerable.Range(0, 12_000), first);
        Assert.Equal([.. Enumerable.Range(0, 10_000), .. Enumerable.Range(7_000, 5_000), .. Enumerable.Range(0, 5_000)], asked);
        Assert.Equal(5_000, SecondPass<AskedStore, int>.PartOf(12_000));
    }

    [Fact]
    public void Few_strings_are_asked_for_in_each_run()
    {
        List<int> asked = [];
        using var pass = new SecondPass<AskedStore, int>(3, new AskedStore(asked));

        pass.Run();
        pass.Run();

        Assert.Equal([0, 1, 2, 0, 1, 2, 0, 1, 2], asked);
        Assert.Equal(3, SecondPass<AskedStore, int>.PartOf(3));
    }

    [Fact]
    public void What_the_first_pass_gave_stays_alive()
    {
        TextCorpus corpus = Corpora.Of([.. Enumerable.Range(0, 100).Select(i => $"weak {i}")]);
        using var pass = new SecondPass<InternedStore<WeakInterner>, ManagedText>(
            corpus.Count, new(corpus, new(new WeakStringInterner())));
        pass.Run();

        GC.Collect();
        long before = GC.GetAllocatedBytesForCurrentThread();
        pass.Run();

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }

    [Fact]
    public void It_is_the_second_pass_that_is_verified()
    {
        // The store returns another string at each call, so the strings of the second pass differ from those of the first.
        Assert.Equal(Corpora.Of("3", "4", "5").Checksum(), SecondPass<AskedStore, int>.Verify(3, new AskedStore([])));
    }

    private readonly struct AskedStore(List<int> asked) : ITextStore<int>
    {
        public long NativeBytes => 0;

        public int Create(int index)
        {
            asked.Add(index);
            return asked.Count - 1;
        }

        public void Read<TReader>(int handle, ref TReader reader)
            where TReader : struct, ITextReader => reader.Read($"{handle}");

        public void Release(int handle)
        {
            // Keeps nothing.
        }

        public void Dispose()
        {
            // Keeps nothing.
        }
    }
}
