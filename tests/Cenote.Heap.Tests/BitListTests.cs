namespace Cenote.Heap.Tests;

public class BitListTests
{
    [Fact]
    public void Bits_are_those_of_a_set_of_numbers()
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        foreach (int count in new[] { 1, 63, 64, 65, 5_000, 200_000 })
        {
            using var bits = new BitList(count);
            var model = new SortedSet<long>();
            for (int i = 0; i < 1_000; i++)
            {
                int bit = random.Next(count);
                if (random.Next(10) == 0)
                {
                    bits.ClearAround(bit);
                    model.RemoveWhere(other => other / 64 == bit / 64);
                }
                else
                {
                    Assert.True(model.Add(bit) == bits.Set(bit), $"seed {seed}, bit {bit} of {count}");
                }

                Assert.Equal(model.Contains(bit), bits[bit]);
            }

            List<long> told = [];
            bits.ForEach(told.Add);
            Assert.True(model.SequenceEqual(told), $"seed {seed}, {count} bits");
        }
    }
}
