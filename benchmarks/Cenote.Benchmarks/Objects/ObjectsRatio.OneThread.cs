using System.Text;
using Cenote.Benchmarks.Objects.Policies;
using Cenote.Benchmarks.Objects.RealObjects;
using Cenote.Benchmarks.Objects.Works;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Objects;

/// <content>One thread: pairs, leases, several items held, many pools, objects that programs pool.</content>
internal sealed partial class ObjectsRatio
{
    private const int Operations = 10_000;

    private static IEnumerable<RatioRow> Pairs() =>
        Pairs("pair in a loop", new LoopWork(Operations), Faster(1.7), 2.0)
            .Concat(Pairs("pair in a method of its own", new CallWork(Operations), Faster(1.35), 1.4));

    private static IEnumerable<RatioRow> Pairs<TWork>(string name, TWork work, double limit, double limitToSlot)
        where TWork : struct, IWork
    {
        using var rivals = new ByteRivals<BytePolicy, TWork>(default, work);
        Comparison comparison = Compare(
            name,
            rivals,
            new(Microsoft, rivals.Microsoft),
            new(Policy, rivals.Policy),
            new(Delegates, rivals.Delegates),
            new(Arrays, rivals.ArrayPool),
            new(New, rivals.New));
        foreach (RatioRow row in Rows("pair", comparison, TimesMicrosoft, limit, Delegates, Arrays, New))
        {
            yield return row;
            if (row.Rival is Policy or Delegates)
            {
                yield return RatioRow.Once("pair", name + ", allocated", row.Rival, "B/pair", row.AllocatedBytes!.Value, 0);
            }
        }

        Comparison toSlot = Compare(
            name, rivals, new(Slot, rivals.RawSlot), new(Policy, rivals.Policy), new(Delegates, rivals.Delegates));
        foreach (RatioRow row in Rows("pair", toSlot, TimesSlot, limitToSlot, Delegates))
        {
            yield return row;
        }
    }

    private static IEnumerable<RatioRow> CleanedPairs()
    {
        using var rivals = new ByteRivals<CleaningPolicy, LoopWork>(default, new LoopWork(Operations));
        Comparison comparison = Compare(
            "pair with cleanup", rivals, new(Microsoft, rivals.Microsoft), new(Policy, rivals.Policy), new(Delegates, rivals.Delegates));
        foreach (RatioRow row in Rows("pair", comparison, TimesMicrosoft, null, Delegates))
        {
            yield return row;
        }
    }

    private static IEnumerable<RatioRow> Leases()
    {
        using var rivals = new LeaseRivals();
        Comparison comparison = SideBySide.Run(
            "lease; Microsoft try and finally",
            LeaseRivals.Operations,
            [new(Microsoft, rivals.Microsoft), new(Policy, rivals.Policy), new(Delegates, rivals.Delegates)],
            Timing.Quick);
        foreach (RatioRow row in Rows("lease", comparison, TimesMicrosoft, null, Delegates))
        {
            yield return row;
        }
    }

    private static IEnumerable<RatioRow> Nested()
    {
        foreach (int items in new[] { 1, 2, 4, 8, 16 })
        {
            using var rivals = new ByteRivals<BytePolicy, NestedWork>(default, new NestedWork(items, Operations / items));
            Comparison comparison = Compare(
                Invariant($"{items} held"),
                rivals,
                new(Microsoft, rivals.Microsoft),
                new(Policy, rivals.Policy),
                new(Delegates, rivals.Delegates),
                new(Arrays, rivals.ArrayPool),
                new(New, rivals.New));
            foreach (RatioRow row in Rows("nested", comparison, TimesMicrosoft, items == 1 ? null : Faster(1.4), Delegates, Arrays, New))
            {
                yield return row;
            }
        }
    }

    private static IEnumerable<RatioRow> PoolCounts()
    {
        foreach (int pools in new[] { 1, 64, 1_024 })
        {
            using var rivals = new ManyPools(pools);
            Comparison comparison = SideBySide.Run(
                Invariant($"{pools} pools in turn"),
                ManyPools.Operations,
                [new(Microsoft, rivals.Microsoft), new(Policy, rivals.Policy), new(Delegates, rivals.Delegates)],
                Timing.Quick);
            foreach (RatioRow row in Rows("pools", comparison, TimesMicrosoft, pools == 1 ? null : Faster(1.1), Delegates))
            {
                yield return row;
            }
        }
    }

    private static IEnumerable<RatioRow> RealObjects()
    {
        IRealRivals[] objects =
        [
            new RealRivals<StringBuilder, RealStringBuilder>(new RealStringBuilder()),
            new RealRivals<MemoryStream, RealMemoryStream>(new RealMemoryStream()),
            new RealRivals<JsonOutput, RealJson>(new RealJson()),
        ];
        foreach (IRealRivals rivals in objects)
        {
            using (rivals)
            {
                Comparison comparison = SideBySide.Run(
                    rivals.Name,
                    IRealRivals.Operations,
                    [
                        new(New, rivals.New),
                        new(Microsoft, rivals.Microsoft),
                        new(Policy, rivals.Policy),
                        new(Delegates, rivals.Delegates),
                    ],
                    Timing.Quick);
                foreach (RatioRow row in Rows("objects", comparison, TimesNew, null, Delegates, Microsoft, New))
                {
                    yield return row;
                }
            }
        }
    }

    private static Comparison Compare(string name, IRivals rivals, params Rival[] all) =>
        SideBySide.Run(name, rivals.Operations, all, Timing.Quick);
}
