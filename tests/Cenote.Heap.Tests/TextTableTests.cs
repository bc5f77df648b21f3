using System.Runtime.InteropServices;

namespace Cenote.Heap.Tests;

public class TextTableTests
{
    [Fact]
    public void Texts_have_the_numbers_that_a_dictionary_gives_them()
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        foreach (int most in new[] { 1, 500, 1_024, 1_025, 100_000 })
        {
            using var table = new TextTable();
            var model = new Dictionary<string, int>(StringComparer.Ordinal);
            for (int i = 0; i < 2 * most; i++)
            {
                string text = new('x', random.Next(3));
                text += random.Next(most);
                if (!model.TryGetValue(text, out int expected))
                {
                    expected = model.Count;
                    model.Add(text, expected);
                }

                int number = table.Add(TextTable.Hash(MemoryMarshal.AsBytes(text.AsSpan())), text.Length);
                Assert.True(expected == number, $"seed {seed}: {number} instead of {expected} for '{text}'");
            }

            Assert.Equal(model.Count, table.Count);
            table.EndAdding();
            Assert.All(model, entry => Assert.Equal(entry.Key.Length, table.LengthOf(entry.Value)));
        }
    }

    [Fact]
    public void In_several_passes_each_text_has_one_number_as_well()
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        using var table = new TextTable(maxAtOnce: 1_500);
        int[] texts = [.. Enumerable.Range(0, 20_000).Select(_ => random.Next(7_000))];
        int[] numbers = [.. texts.Select(_ => TextTable.Rejected)];
        int passes = 0;
        for (bool isRefused = true; isRefused; passes++)
        {
            isRefused = false;
            if (passes > 0)
            {
                table.BeginPass();
            }

            for (int i = 0; i < texts.Length; i++)
            {
                if (numbers[i] == TextTable.Rejected)
                {
                    numbers[i] = table.Add(TextTable.Hash(MemoryMarshal.AsBytes(new ReadOnlySpan<int>(in texts[i]))), texts[i]);
                    isRefused |= numbers[i] == TextTable.Rejected;
                }
            }
        }

        int distinct = texts.Distinct().Count();
        Assert.Equal((distinct + 1_499) / 1_500, passes);
        Assert.Equal(distinct, table.Count);
        Assert.Equal(distinct, texts.Zip(numbers).Distinct().Count());
        Assert.Equal(distinct, numbers.Distinct().Count());
        Assert.All(texts.Zip(numbers), item => Assert.True(item.First == table.LengthOf(item.Second), $"seed {seed}"));
    }

    [Fact]
    public void Hashes_that_differ_in_any_of_their_bits_are_of_different_texts()
    {
        // The table ignores bits 32 to 63 of a hash.
        using var table = new TextTable();
        for (int bit = 0; bit < 128; bit++)
        {
            if (bit is < 32 or >= 64)
            {
                int expected = table.Count;
                Assert.Equal(expected, table.Add(UInt128.One << bit, 1));
                Assert.Equal(expected, table.Add(UInt128.One << bit, 1));
            }
        }
    }

    [Fact]
    public void Chains_that_all_texts_share_are_found_through()
    {
        using var table = new TextTable();
        for (int round = 0; round < 2; round++)
        {
            for (int i = 0; i < 3_000; i++)
            {
                Assert.Equal(i, table.Add(new UInt128((ulong)i, 7), 1));
            }
        }
    }

    [Fact]
    public void Adding_allocates_next_to_nothing_on_the_managed_heap()
    {
        const int Texts = 1_000_000;
        using var table = new TextTable();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < Texts; i++)
        {
            table.Add(TextTable.Hash(MemoryMarshal.AsBytes(new ReadOnlySpan<int>(in i))), 1);
        }

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, Texts / 10);
    }
}
