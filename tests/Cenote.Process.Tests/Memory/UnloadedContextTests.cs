using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Cenote.Collections;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Memory;

/// <summary>The library in a collectible assembly load context, as plug-ins load it: unloading leaves no memory.</summary>
public sealed class UnloadedContextTests
{
    private static readonly int s_loads = RunSettings.Length(300);

    [LongFact]
    public void A_collectible_context_gives_addresses_and_memory_back_when_it_is_unloaded()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        AwaitUnload(LoadAndUse());
        long before = Pages();
        for (int i = 0; i < s_loads; i++)
        {
            AwaitUnload(LoadAndUse());
        }

        // Each load reserves at least 34 GiB of addresses and a few MiB of memory.
        Assert.InRange(Pages() - before, long.MinValue, 8L << 20);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference LoadAndUse()
    {
        var context = new AssemblyLoadContext("plug-in", isCollectible: true);
        Assembly library = context.LoadFromAssemblyPath(typeof(SegmentedStringPool).Assembly.Location);
        Use(library);
        context.Unload();
        return new WeakReference(context);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Use(Assembly library)
    {
        Assert.NotSame(typeof(SegmentedStringPool).Assembly, library);
        Type dictionary = library.GetType(typeof(PooledStringDictionary<>).FullName!)!.MakeGenericType(typeof(int));
        for (int i = 0; i < 3; i++)
        {
            using var pool = (IDisposable)Activator.CreateInstance(library.GetType(typeof(SegmentedStringPool).FullName!)!)!;
            pool.GetType().GetMethod("Reserve", [typeof(int)])!.Invoke(pool, [100_000]);
            using var contiguous = (IDisposable)Activator.CreateInstance(
                library.GetType(typeof(UnmanagedStringPool).FullName!)!, 10_000, true)!;
            using var entries = (IDisposable)Activator.CreateInstance(dictionary, [null])!;
        }

        // This dictionary is never disposed.
        Activator.CreateInstance(dictionary, [null]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AwaitUnload(WeakReference context)
    {
        for (int i = 0; i < 20 && context.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.False(context.IsAlive);
    }

    // The first number of statm: all addresses, in pages of 4 KiB.
    private static long Pages() => long.Parse(File.ReadAllText("/proc/self/statm").Split(' ')[0], CultureInfo.InvariantCulture);
}
