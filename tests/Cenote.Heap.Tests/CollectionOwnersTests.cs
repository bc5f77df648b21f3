namespace Cenote.Heap.Tests;

public class CollectionOwnersTests
{
    [Fact]
    public void Whatever_a_field_leads_to_has_an_owner_that_leads_to_it_and_nothing_else_has()
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        for (int round = 0; round < 200; round++)
        {
            int count = random.Next(1, 40);
            var layout = new HeapLayout([new HeapRange(0x1000, 0x1000 + (ulong)(count * 32), HeapAge.Old)], []);
            var places = new HeapPlaces();
            using var owners = new CollectionOwners(layout, places);
            ulong[] addresses = [.. Enumerable.Range(0, count).Select(i => 0x1000 + ((ulong)i * 32))];
            foreach (ulong address in addresses)
            {
                owners.Add(new HeapPosition(0, HeapAge.Old, address));
            }

            owners.Complete();
            (int Owner, int To)[] fields =
            [
                .. Enumerable.Range(0, random.Next(4)).Select(i => (places.NumberOf("Program.Type", $"_{i}"), random.Next(count))),
            ];
            (int From, int To)[] links = [.. Enumerable.Range(0, random.Next(80)).Select(_ => (random.Next(count), random.Next(count)))];
            long unknown = long.MaxValue;
            for (long left; ; unknown = left)
            {
                foreach ((int from, int to) in links)
                {
                    owners.NoteCollection(addresses[to], (uint)from);
                }

                foreach ((int owner, int to) in fields)
                {
                    owners.NoteField(addresses[to], owner);
                }

                left = owners.Resolve();
                if (left == unknown)
                {
                    break;
                }
            }

            HashSet<int>[] right = OwnersOf(count, fields, links);
            for (int i = 0; i < count; i++)
            {
                int owner = owners.OwnerOf((uint)i);
                Assert.True(
                    right[i].Count == 0 ? owner == 0 : right[i].Contains(owner),
                    $"seed {seed}, round {round}, collection {i}: {owner} of {string.Join(", ", right[i])}");
            }
        }
    }

    [Fact]
    public void A_field_of_the_program_goes_before_one_of_the_framework_and_otherwise_the_first_one_wins()
    {
        var layout = new HeapLayout([new HeapRange(0x1000, 0x1100, HeapAge.Old)], []);
        var places = new HeapPlaces();
        using var owners = new CollectionOwners(layout, places);
        owners.Add(new HeapPosition(0, HeapAge.Old, 0x1000));
        owners.Add(new HeapPosition(0, HeapAge.Old, 0x1020));
        owners.Complete();
        int framework = places.NumberOf("System.Delegate", "_target");
        int first = places.NumberOf("Program.Type", "_first");
        int second = places.NumberOf("Program.Type", "_second");

        owners.NoteField(0x1000, framework);
        owners.NoteCollection(0x1020, 0);
        Assert.Equal(framework, owners.OwnerOf(0));
        owners.NoteField(0x1000, first);
        owners.NoteField(0x1000, second);
        owners.NoteField(0x1000, framework);
        owners.NoteField(0x1008, second);

        Assert.Equal((first, first), (owners.OwnerOf(0), owners.OwnerOf(1)));
        Assert.Equal("Type._first", places.OwnerOf(first)!.Name);
    }

    // For each collection, all fields that lead to it.
    private static HashSet<int>[] OwnersOf(int count, (int Owner, int To)[] fields, (int From, int To)[] links)
    {
        HashSet<int>[] owners = [.. Enumerable.Range(0, count).Select(_ => new HashSet<int>())];
        foreach ((int owner, int to) in fields)
        {
            owners[to].Add(owner);
        }

        for (bool isChanged = true; isChanged;)
        {
            isChanged = false;
            foreach ((int from, int to) in links)
            {
                int before = owners[to].Count;
                owners[to].UnionWith(owners[from]);
                isChanged |= owners[to].Count > before;
            }
        }

        return owners;
    }
}
