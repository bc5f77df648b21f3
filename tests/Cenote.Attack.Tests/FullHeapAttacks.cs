using System.Runtime.CompilerServices;
using Cenote.Attack.Tests.Support;
using Cenote.Objects;

namespace Cenote.Attack.Tests;

/// <summary>Owners that are disposed while the managed heap is full: releasing memory must not allocate managed memory.</summary>
public sealed class FullHeapAttacks : AttackTests
{
    private const int HeapMebibytes = 96;
    private const int Owners = 60;
    private const int MinBlockBytes = 8 << 10;

    private static readonly List<byte[]> s_blocks = new(100_000);

    // The finalizer thread of .NET 10.0.12 allocates its statics when it first runs, and crashes if the heap is full.
    static FullHeapAttacks()
    {
        CreateFinalizable();
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    internal static IEnumerable<string> Names => Specimens.Names;

    // Dispose of an object pool allocates a list of the items to dispose. On a full heap, the allocation
    // throws, and Dispose changes nothing.
    internal static IEnumerable<string> Disposable => Specimens.Disposable.Where(static name => name != nameof(ObjectPool<>));

    [Attack(Cases = nameof(Names), HeapMebibytes = HeapMebibytes)]
    internal static void Unreachable_owners_are_finalized_when_the_managed_heap_is_full(string name)
    {
        for (int round = 0; round < 8; round++)
        {
            Forget(name);
            FillHeap();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            s_blocks.Clear();
        }
    }

    [Attack(Cases = nameof(Disposable), HeapMebibytes = HeapMebibytes)]
    internal static void Dispose_does_not_throw_when_the_managed_heap_is_full(string name)
    {
        int failed = 0;
        Exception? first = null;
        for (int round = 0; round < 4; round++)
        {
            IDisposable[] owners = [.. Enumerable.Range(0, Owners).Select(_ => (IDisposable)Specimens.Make(name).Target)];
            FillHeap();
            for (int i = 0; i < owners.Length; i++)
            {
                try
                {
                    owners[i].Dispose();
                }
                catch (OutOfMemoryException exception)
                {
                    failed++;
                    first ??= exception;
                }
            }

            s_blocks.Clear();
        }

        Assert.True(failed == 0, $"{failed} owners threw: {first}");
    }

    // The specimens of a method that has returned are unreachable.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Forget(string name)
    {
        for (int i = 0; i < Owners; i++)
        {
            _ = Specimens.Make(name);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CreateFinalizable() => _ = new Finalizable();

    private static void FillHeap()
    {
        for (int bytes = 1 << 20; bytes >= MinBlockBytes; bytes /= 2)
        {
            try
            {
                while (s_blocks.Count < s_blocks.Capacity)
                {
                    s_blocks.Add(new byte[bytes]);
                }
            }
            catch (OutOfMemoryException)
            {
                // Blocks of this size no longer fit.
            }
        }
    }

    private sealed class Finalizable
    {
        ~Finalizable() => GC.KeepAlive(this);
    }
}
