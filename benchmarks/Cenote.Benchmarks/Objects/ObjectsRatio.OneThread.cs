using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Objects;

/// <content>One thread: allocating and freeing, leases, several items held, many pools, commonly pooled objects.</content>
internal sealed partial class ObjectsRatio
{
    private const int Operations = 10_000;

    private static IEnumerable<RatioRow> Pairs() =>
        Pairs("pair in a loop", new LoopWork(Operations), Faster(1.7), 2.0)
            .Concat(Pairs("pair in a method of its own", new CallWork(Operations), Faster(1.35), 1.4));

    private static IEnumerable<RatioRow> Pairs<TWork>(string name, TWork work, double limit, double limitToSlot)
        where TWork : struct, IWork
    {
        var rivals = new ByteRivals<BytePolicy, TWork>(work);
        Comparison comparison =
            Compare(name, rivals, Timing.Short, [new(Arrays, rivals.ArrayPool), new(New, rivals.New), .. rivals.Tedd]);
        foreach (RatioRow row in Rows("pair", comparison, limit))
        {
            yield return row;
            if (row.Rival is Policy or Delegates)
            {
                yield return RatioRow.Once("pair", name + ", allocated", row.Rival, "B/pair", row.AllocatedBytes!.Value, 0);
            }
        }

        Comparison toSlot = SideBySide.Run(
            name,
            rivals.Operations,
            [new(Slot, rivals.RawSlot), new(Policy, rivals.Policy), new(Delegates, rivals.Delegates)],
            Timing.Short);
        foreach (RatioRow row in Rows("pair", toSlot, limitToSlot, TimesSlot))
        {
            yield return row;
        }
    }

    private static IEnumerable<RatioRow> CleanedPairs()
    {
        var rivals = new ByteRivals<CleaningPolicy, LoopWork>(new LoopWork(Operations));
        foreach (RatioRow row in Rows("pair", Compare("pair with cleanup", rivals, Timing.Short, rivals.Tedd), null))
        {
            yield return row;
        }
    }

    private static IEnumerable<RatioRow> Leases()
    {
        using var rivals = new LeaseRivals();
        foreach (RatioRow row in Rows("lease", Compare("lease, against try and finally", rivals, Timing.Short), null))
        {
            yield return row;
        }

        // The baseline is the cheapest code that frees an item even after an exception: the same pool, with finally.
        yield return Lease(Policy, rivals.PolicyPairs, rivals.Policy, 1.2);
        yield return Lease(Delegates, rivals.DelegatesPairs, rivals.Delegates, 1.2);

        RatioRow Lease(string rival, Action pairs, Action leases, double limit)
        {
            const string Pairs = "Allocate and Free";
            Comparison comparison = SideBySide.Run(
                "lease", rivals.Operations, [new(Pairs, pairs), new(rival, leases)], Timing.Short);
            return RatioRow.Of("lease", comparison, rival, limit, "x " + Pairs);
        }
    }

    private static IEnumerable<RatioRow> DisposingPairs() =>
        DisposingRows("pair in a loop", new DisposingRivals(null, DisposingWork.Loop, Operations), Timing.Short, 0.9)
            .Concat(DisposingRows(
                "pair in a method of its own", new DisposingRivals(null, DisposingWork.Call, Operations), Timing.Short, 0.9));

    private static IEnumerable<RatioRow> DisposingRows(
        string name, DisposingRivals rivals, SideBySideOptions timing, double limit) =>
        Rows("disposing", Compare("disposing, " + name, rivals, timing), limit);

    private static IEnumerable<RatioRow> Nested()
    {
        foreach (int items in new[] { 1, 2, 4, 8, 16 })
        {
            var rivals = new ByteRivals<BytePolicy, NestedWork>(new NestedWork(items, Operations / items));
            Comparison comparison = Compare(
                Invariant($"{items} held"),
                rivals,
                Timing.Short,
                [new(Arrays, rivals.ArrayPool), new(New, rivals.New), .. rivals.Tedd]);
            foreach (RatioRow row in Rows("nested", comparison, items == 1 ? null : Faster(1.4)))
            {
                yield return row;
            }
        }
    }

    private static IEnumerable<RatioRow> PoolsInTurn()
    {
        foreach (int pools in new[] { 1, 64, 1_024 })
        {
            using var rivals = new ManyPools(pools);
            Comparison comparison = Compare(Invariant($"{pools:N0} pools in turn"), rivals, Timing.Short);
            foreach (RatioRow row in Rows("pools", comparison, pools == 1 ? null : Faster(1.1)))
            {
                yield return row;
            }
        }
    }

    private static IEnumerable<RatioRow> RealObjects()
    {
        foreach (RealKind kind in Enum.GetValues<RealKind>())
        {
            using var rivals = IRealRivals.Of(kind);
            Comparison comparison = SideBySide.Run(
                kind.ToString(),
                rivals.Operations,
                [
                    new(New, rivals.New),
                    new(Microsoft, rivals.Microsoft),
                    new(Policy, rivals.Policy),
                    new(Delegates, rivals.Delegates),
                ],
                Timing.Quick);
            yield return RatioRow.Of("objects", comparison, New, null, TimesNew);
            foreach (RatioRow row in Rows("objects", comparison, null, TimesNew))
            {
                yield return row;
            }
        }
    }
}
