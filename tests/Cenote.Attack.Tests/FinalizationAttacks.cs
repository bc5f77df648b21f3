using System.Runtime.CompilerServices;
using System.Runtime.ConstrainedExecution;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Objects;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Use of objects that have already been finalized.</summary>
public sealed class FinalizationAttacks : AttackTests
{
    private static readonly List<Specimen> s_resurrected = [];
    private static readonly ConditionalWeakTable<object, Specimen> s_uses = [];
    private static Exception? s_failure;

    private static IEnumerable<string> All => Specimens.Names;

    [Attack(Cases = nameof(All))]
    internal static void Used_by_the_finalizers_of_other_objects(string name)
    {
        Forget(() => new Owner(Specimens.Make(name), static specimen => Use(specimen)));
        Garbage.Collect(4);
        Assert.Null(s_failure);
    }

    [Attack(Cases = nameof(All))]
    internal static void Used_by_the_critical_finalizers_of_other_objects(string name)
    {
        Forget(() => new CriticalOwner(Specimens.Make(name)));
        Garbage.Collect(4);
        Assert.Null(s_failure);
    }

    [Attack(Cases = nameof(All))]
    internal static void Used_after_its_owner_came_back_from_the_dead(string name)
    {
        Forget(() => new Owner(Specimens.Make(name), static specimen =>
        {
            lock (s_resurrected)
            {
                s_resurrected.Add(specimen);
            }
        }));
        for (int i = 0; i < 4; i++)
        {
            Garbage.Collect(1);
            Fill(name);
            s_resurrected.ForEach(static specimen => specimen.Use());
            s_resurrected.ForEach(static specimen => Allowed.Try(specimen.Empty));
            s_resurrected.ForEach(static specimen => specimen.Use());
        }

        s_resurrected.ForEach(static specimen => specimen.Dispose());
        Fill(name);
    }

    [Attack(Cases = nameof(All))]
    internal static void Used_through_long_weak_references(string name)
    {
        WeakReference[] references = WeakReferences(name);
        for (int i = 0; i < 4; i++)
        {
            Garbage.Collect(1);
            foreach (WeakReference reference in references)
            {
                UseTarget(reference);
            }

            Fill(name);
        }
    }

    [Attack]
    internal static void Items_that_own_pools_are_disposed_by_a_pool_that_nobody_knows_any_more()
    {
        for (int round = 0; round < 3; round++)
        {
            Thread thread = Race.Start(static () =>
            {
                var pool = new ObjectPool<PoolOwner>(new ObjectPoolOptions<PoolOwner>
                {
                    Factory = static () => new PoolOwner(),
                    Size = 64,
                    DisposeWhenFull = true,
                    TrimAfterFullCollection = true,
                });
                PoolOwner[] items = [.. Enumerable.Range(0, 64).Select(_ => pool.Allocate())];
                Array.ForEach(items, pool.Free);
            });
            thread.Join();
            Garbage.Collect(4);
        }
    }

    [Attack]
    internal static void Objects_whose_constructors_threw_are_finalized()
    {
        for (int i = 0; i < 20; i++)
        {
            Assert.False(Allowed.Try(static () => _ = new SegmentedStringPool(null!)));
            Assert.False(
                Allowed.Try(static () => _ = new SegmentedStringPool(new SegmentedStringPoolOptions { SlabBytes = -1 })));
            Assert.False(Allowed.Try(static () => _ = new ConcurrentStringPool(null!)));
            Assert.False(
                Allowed.Try(static () => _ = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = -1 })));
            Assert.False(Allowed.Try(static () => _ = new Utf8StringPool(null!)));
            Assert.False(Allowed.Try(static () => _ = new Utf8StringPool(new Utf8StringPoolOptions { SegmentBytes = -1 })));
            Assert.False(Allowed.Try(static () => _ = new UnmanagedStringPool(-1)));
            Assert.False(Allowed.Try(static () => _ = new SynchronizedStringPool((SegmentedStringPool)null!)));
            Assert.False(Allowed.Try(static () => _ = new StringArena(null!)));
            Assert.False(Allowed.Try(static () => _ = new StringArena(new StringArenaOptions { FirstChunkBytes = -1 })));
            Assert.False(Allowed.Try(static () => _ = new StringArenaList(null!)));
            Assert.False(Allowed.Try(static () => _ = new StringArenaList(new StringArenaOptions { MaximumBytes = -1 })));
            Assert.False(Allowed.Try(static () => _ = new PooledStringDictionary<int>(new() { Capacity = -1 })));
            Assert.False(Allowed.Try(static () => _ = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: -1)));
            Assert.False(Allowed.Try(static () => _ = new PooledStringSet(new() { MaximumBytes = -1 })));
            Assert.False(Allowed.Try(static () => _ = new StringTable(new() { Capacity = -1 })));
            Assert.False(Allowed.Try(static () => _ = new StringInterner(new() { Capacity = -1 })));
            Assert.False(Allowed.Try(static () => _ = new BoundedStringInterner(-1)));
            Assert.False(Allowed.Try(static () => _ = new WeakStringInterner(new() { Capacity = -1 })));
            Assert.False(Allowed.Try(static () => _ = new ObjectPool<object>(null!, -1)));
            Assert.False(Allowed.Try(static () => _ = new ObjectPool<object>(static () => new object(), -1)));
            Garbage.Collect(1);
        }
    }

    [Attack(LeavesThreads = true)]
    internal static void Pools_are_made_and_used_in_finalizers_until_the_process_ends()
    {
        Forget(static () => new Owner(Specimens.Make(nameof(SegmentedStringPool)), static _ =>
        {
            foreach (string name in Specimens.Names)
            {
                Specimen specimen = Specimens.Make(name);
                Use(specimen);
                specimen.Dispose();
            }
        }));
        Garbage.Collect(3);
        Assert.Null(s_failure);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Forget(Func<object> make)
    {
        for (int i = 0; i < 4; i++)
        {
            make();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] WeakReferences(string name) =>
        [.. Enumerable.Range(0, 4).Select(_ => Link(Specimens.Make(name)))];

    private static WeakReference Link(Specimen specimen)
    {
        s_uses.Add(specimen.Target, specimen);
        return new WeakReference(specimen.Target, trackResurrection: true);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseTarget(WeakReference reference)
    {
        if (reference.Target is { } target && s_uses.TryGetValue(target, out Specimen? specimen))
        {
            specimen.Use();
            Allowed.Try(specimen.Empty);
        }
    }

    /// <summary>Reuses the released memory, so that stale readers read other data.</summary>
    private static void Fill(string name)
    {
        Specimen other = Specimens.Make(name);
        other.Use();
        GC.KeepAlive(other);
    }

    // An exception in a finalizer would crash the process without showing the cause.
    private static void Use(Specimen specimen)
    {
        try
        {
            specimen.Use();
            Allowed.Try(specimen.Empty);
            specimen.Use();
            specimen.Dispose();
            specimen.Use();
        }
        catch (Exception exception)
        {
            s_failure = exception;
        }
    }

    private sealed class Owner(Specimen specimen, Action<Specimen> end)
    {
        ~Owner() => end(specimen);
    }

    private sealed class CriticalOwner(Specimen specimen) : CriticalFinalizerObject
    {
        ~CriticalOwner() => Use(specimen);
    }

    /// <summary>An item whose pool is finalized in the same collection.</summary>
    private sealed class PoolOwner : IDisposable
    {
        private readonly SegmentedStringPool _pool = new();
        private readonly PooledStringRef _text;

        public PoolOwner() => _text = _pool.Allocate("a text that the item frees when it is disposed");

        public void Dispose()
        {
            _text.Free();
            _pool.Dispose();
        }
    }
}
