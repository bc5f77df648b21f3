using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Objects;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Attacks through threads, process memory and assembly unloading.</summary>
public sealed class ProcessAttacks : AttackTests
{
    private static IEnumerable<string> All => Specimens.Names;

    [Attack]
    internal static void The_library_is_loaded_and_unloaded_again_and_again()
    {
        Load();
        Garbage.Collect();
        long before = VirtualBytes();
        for (int i = 0; i < 30; i++)
        {
            Load();
            Garbage.Collect();
        }

        Garbage.Collect(5);
        // A reservation is 32 GiB; cached reservations are released when their library is unloaded.
        Assert.InRange(VirtualBytes() - before, long.MinValue, 600L << 30);
    }

    [Attack(LeavesThreads = true)]
    internal static void The_process_ends_while_threads_use_everything()
    {
        foreach (string name in Specimens.Names)
        {
            Specimen specimen = Specimens.Make(name);
            Race.Start(() =>
            {
                while (true)
                {
                    specimen.Use();
                }
            });
        }

        Thread.Sleep(200);
    }

    [Attack]
    internal static void Interned_threads_are_interrupted_everywhere()
    {
        var strong = new StringInterner();
        var bounded = new BoundedStringInterner(new BoundedStringInternerOptions { Capacity = 200, MaximumBytes = 20_000 });
        var weak = new WeakStringInterner();
        Interrupt(
            () => strong.Intern(Specimens.Text(Random.Shared.Next(2_000))),
            () => bounded.Intern(Specimens.Text(Random.Shared.Next(2_000))),
            () => weak.Intern(Specimens.Text(Random.Shared.Next(2_000))),
            () =>
            {
                strong.Clear();
                weak.Trim();
                bounded.Clear();
                _ = strong.GetStatistics().Count + weak.GetStatistics().Count + bounded.GetStatistics().Count;
            });
        Race.OnOtherThread(() =>
        {
            Assert.Equal("after", strong.Intern("after"));
            Assert.Equal("after", bounded.Intern("after"));
            Assert.Equal("after", weak.Intern("after"));
            strong.Clear();
            bounded.Clear();
            weak.Clear();
            Assert.Equal(0, bounded.GetStatistics().StringBytes);
            _ = strong.GetStatistics().Count + weak.Trim();
        });
    }

    [Attack]
    internal static void Threads_in_concurrent_pools_and_dictionaries_are_interrupted()
    {
        var pool = new ConcurrentStringPool(new() { ShortStrings = ShortStrings.Managed, MinimumLength = 6 });
        var dictionary = new ConcurrentPooledStringDictionary<long>(concurrencyLevel: 1);
        var objects = new ObjectPool<object>(static () => new object(), 4);
        var table = new StringTable(new() { MaximumCount = 3_000 });
        Interrupt(
            () => pool.Allocate(Specimens.Text(Random.Shared.Next(500))).Free(),
            () =>
            {
                pool.Clear();
                pool.Trim();
                _ = pool.GetStatistics();
            },
            () => dictionary[Specimens.Text(Random.Shared.Next(500))] = 1,
            () => dictionary.TryRemove(Specimens.Text(Random.Shared.Next(500)), out _),
            () =>
            {
                dictionary.RemoveWhere(static (_, _, _) => Random.Shared.Next(9) == 0, 0);
                objects.Free(objects.Allocate());
                objects.Trim();
                table.TryGetOrAdd(Specimens.Text(Random.Shared.Next(5_000)), out _);
            });
        Race.OnOtherThread(() =>
        {
            pool.Clear();
            Assert.Equal("after the interrupts", pool.Allocate("after the interrupts").ToString());
            Assert.Equal(1, pool.ActiveAllocations);
            dictionary["after"] = 7;
            Assert.Equal(7, dictionary["after"]);
            Assert.Equal(dictionary.Count, dictionary.ToArray().Length);
            objects.Free(objects.Allocate());
            Assert.Equal(table.Count, table.GetStatistics().Count);
            pool.Dispose();
            dictionary.Dispose();
            objects.Dispose();
            table.Dispose();
        });
    }

    [Attack(Cases = nameof(All))]
    internal static void Threads_end_while_the_garbage_collector_is_always_at_work(string name)
    {
        Specimen specimen = Specimens.Make(name);
        bool ended = false;
        Thread collector = Race.Start(() =>
        {
            while (!Volatile.Read(ref ended))
            {
                GC.Collect(Random.Shared.Next(3), GCCollectionMode.Forced, blocking: true, compacting: true);
                Thread.Sleep(1);
            }
        });
        for (int i = 0; i < 12; i++)
        {
            Race.OnOtherThread(() =>
            {
                specimen.Use();
                Specimens.Make(name).Use();
            });
        }

        Volatile.Write(ref ended, true);
        Assert.True(collector.Join(20_000));
        specimen.Use();
    }

    [Attack(AddressSpaceMebibytes = 16 << 10)]
    internal static void Addresses_are_so_few_that_no_reservation_fits()
    {
        foreach (string name in Specimens.Names)
        {
            Specimen[] specimens = [.. Enumerable.Range(0, 2).Select(_ => Specimens.Make(name))];
            Array.ForEach(specimens, static specimen => specimen.Use());
            Array.ForEach(specimens, static specimen => specimen.Dispose());
            Array.ForEach(specimens, static specimen => specimen.Use());
        }
    }

    [Attack(AddressSpaceMebibytes = 3 << 10)]
    internal static void Addresses_run_out_while_pools_grow()
    {
        string text = new('x', 3_000);
        Exhaust(new SegmentedStringPool(), pool => pool.Allocate(text), static pool => pool.Allocate("after").Free());
        Exhaust(new UnmanagedStringPool(100), pool => pool.Allocate(text), static pool => pool.Clear());
        Exhaust(new Utf8StringPool(), pool => pool.Allocate(text), static pool => pool.Clear());
        Exhaust(new Arenas.StringArena(), arena => arena.Add(text), static arena => arena.Reset());
        int key = 0;
        Exhaust(
            new PooledStringDictionary<int>(),
            dictionary => dictionary.Add($"{key++}{text}", 1),
            static dictionary => Assert.True(dictionary.Remove("0" + new string('x', 3_000))));
    }

    private static void Exhaust<T>(T owner, Action<T> grow, Action<T> use)
        where T : IDisposable
    {
        using (owner)
        {
            bool refused = false;
            for (int i = 0; i < 400_000 && !refused; i++)
            {
                refused = !Allowed.Try(() => grow(owner));
            }

            Assert.True(refused, $"{typeof(T).Name} grew beyond the address space.");
            Allowed.Try(() => use(owner));
        }
    }

    private static void Interrupt(params Action[] actions)
    {
        var watch = Stopwatch.StartNew();
        Thread[] threads = [.. actions.Concat(actions).Select(action => Race.Start(() =>
        {
            while (watch.Elapsed < Race.AWhile)
            {
                try
                {
                    action();
                }
                catch (Exception exception) when (exception is ThreadInterruptedException || Allowed.IsAnswer(exception))
                {
                }
            }
        }))];
        while (watch.Elapsed < Race.AWhile)
        {
            threads[Random.Shared.Next(threads.Length)].Interrupt();
            Thread.SpinWait(200);
        }

        Assert.All(threads, static thread => Assert.True(thread.Join(20_000), "A thread hangs."));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Load()
    {
        var context = new AssemblyLoadContext(null, isCollectible: true);
        Assembly library = context.LoadFromAssemblyPath(typeof(StringPool).Assembly.Location);
        foreach (Type type in (Type[])
            [typeof(SegmentedStringPool), typeof(ConcurrentStringPool), typeof(PooledStringSet), typeof(Arenas.StringArena)])
        {
            Type loaded = library.GetType(type.FullName!, throwOnError: true)!;
            object?[] arguments = type == typeof(PooledStringSet) ? [null] : [];
            Activator.CreateInstance(loaded, arguments);
            ((IDisposable)Activator.CreateInstance(loaded, arguments)!).Dispose();
        }

        context.Unload();
    }

    private static long VirtualBytes()
    {
        if (!OperatingSystem.IsLinux())
        {
            return 0;
        }

        string line = File.ReadLines("/proc/self/status").First(
            static line => line.StartsWith("VmSize:", StringComparison.Ordinal));
        return long.Parse(line.Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture) << 10;
    }
}
