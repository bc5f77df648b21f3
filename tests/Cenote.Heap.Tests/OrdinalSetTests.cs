namespace Cenote.Heap.Tests;

public class OrdinalSetTests
{
    [Fact]
    public void It_is_a_set_whether_it_is_a_list_or_bits()
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        for (int round = 0; round < 200; round++)
        {
            // Covers all three representations: array, list and bits.
            int count = random.Next(1, 200_000);
            int additions = random.Next(random.Next(2, 20_000));
            using var set = new OrdinalSet(count);
            var model = new HashSet<uint>();
            using var seen = new BitList(count);
            for (int i = 0; i < additions; i++)
            {
                uint ordinal = (uint)random.Next(count);
                set.Add(ordinal);
                model.Add(ordinal);
            }

            List<uint> told = [];
            set.ForEach(seen, told.Add);

            Assert.True(model.Count == told.Count && model.SetEquals(told), $"seed {seed}, round {round}");
            seen.ForEach(bit => Assert.Fail($"seed {seed}, round {round}: {bit} is still set"));
        }
    }
}
