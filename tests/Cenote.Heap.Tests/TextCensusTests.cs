using System.Runtime.InteropServices;

namespace Cenote.Heap.Tests;

public class TextCensusTests
{
    [Fact]
    public void Totals_are_those_of_plain_counting()
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        using var census = new TextCensus();
        var strings = new List<(string Text, HeapAge Age, int Number)>();
        for (int i = 0; i < 20_000; i++)
        {
            string text = new((char)('a' + random.Next(20)), random.Next(300));
            int number = census.NumberOf(TextTable.Hash(MemoryMarshal.AsBytes(text.AsSpan())), text.Length);
            strings.Add((text, (HeapAge)random.Next(3), number));
        }

        census.EndNumbering();
        foreach ((string _, HeapAge age, int number) in strings)
        {
            census.CountString(number, age);
        }

        Assert.Equal(strings.DistinctBy(item => item.Text).Count(), census.Count);
        Assert.Equal(strings.Count(item => item.Age == HeapAge.Literal), census.Literals);
        AssertTotals(strings.Where(item => item.Age != HeapAge.Literal), census.All);
        AssertTotals(strings.Where(item => item.Age == HeapAge.Old), census.Old);
        foreach (var group in strings.GroupBy(item => item.Number))
        {
            Assert.Single(group.Select(item => item.Text).Distinct(StringComparer.Ordinal));
            Assert.Equal(group.First().Text.Length, census.LengthOf(group.Key));
            Assert.Equal(group.Count(item => item.Age != HeapAge.Literal), census.StringsOf(group.Key));
        }

        void AssertTotals(IEnumerable<(string Text, HeapAge Age, int Number)> expected, StringTotals totals)
        {
            string[] texts = [.. expected.Select(item => item.Text)];
            string[] distinct = [.. texts.Distinct(StringComparer.Ordinal)];
            Assert.True(
                (texts.LongLength, distinct.LongLength, Bytes(texts), Bytes(distinct))
                    == (totals.Strings, totals.Distinct, totals.Bytes, totals.DistinctBytes),
                $"seed {seed}");
        }

        static long Bytes(string[] texts) => texts.Sum(text => TextCensus.BytesOf(text.Length));
    }
}
