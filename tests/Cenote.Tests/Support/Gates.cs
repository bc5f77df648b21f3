using System.Reflection;
using Cenote.Memory.Pages;

namespace Cenote.Tests.Support;

/// <summary>
/// The locks of an object of the library, and threads that are interrupted while they wait for one of these locks.
/// </summary>
internal static class Gates
{
    private const BindingFlags Fields =
        BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>
    /// All locks of an object, held directly or by other objects of the library that it refers to. Locks of the whole process
    /// are left out, because other tests also enter them.
    /// </summary>
    public static Lock[] Of(object owner) => Of(owner, static part => part is RangeCache or MemoryBudget);

    /// <summary>
    /// The same locks except the locks of address spaces, because interrupts do not end waits for address spaces.
    /// </summary>
    public static Lock[] InterruptibleOf(object owner) =>
        Of(owner, static part => part is RangeCache or MemoryBudget or AddressSpace);

    /// <summary>
    /// Runs a step on a thread that is interrupted if it has to wait for a gate; returns false if it did not wait.
    /// </summary>
    public static bool TryInterrupt(Lock gate, Action step)
    {
        bool interrupted = false;
        var thread = new Thread(() =>
        {
            Thread.CurrentThread.Interrupt();
            try
            {
                step();
            }
            catch (ThreadInterruptedException)
            {
                interrupted = true;
            }
        });
        lock (gate)
        {
            thread.Start();
            thread.Join();
        }

        return interrupted;
    }

    /// <summary>
    /// Runs a step on a thread with a pending interrupt that has to wait for a gate. Returns its exception; the interrupt must
    /// still be pending afterwards.
    /// </summary>
    public static Exception? RunInterrupted(Lock gate, Action step)
    {
        Exception? failure = null;
        bool isPending = false;
        var thread = new Thread(() =>
        {
            Thread.CurrentThread.Interrupt();
            failure = Record.Exception(step);
            isPending = Record.Exception(static () => Thread.Sleep(1)) is ThreadInterruptedException;
        });
        lock (gate)
        {
            thread.Start();
            Func<bool> waits = () => thread.ThreadState.HasFlag(ThreadState.WaitSleepJoin) || !thread.IsAlive;
            Assert.True(SpinWait.SpinUntil(waits, TimeSpan.FromMinutes(1)), "The step neither waits nor ends.");
        }

        Assert.True(thread.Join(TimeSpan.FromMinutes(1)), "The step hangs.");
        Assert.True(isPending || failure is not null, "The interrupt is lost.");
        return failure;
    }

    /// <summary>Fails if a thread still holds one of the gates.</summary>
    public static void AssertFree(params ReadOnlySpan<Lock> gates)
    {
        foreach (Lock gate in gates)
        {
            Assert.True(gate.TryEnter(), "A gate is still held.");
            gate.Exit();
        }
    }

    private static Lock[] Of(object owner, Predicate<object> isExcluded)
    {
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        var open = new Stack<object>([owner]);
        while (open.TryPop(out object? next))
        {
            if (!seen.Add(next) || next is Lock)
            {
                continue;
            }

            IEnumerable<object?> parts = next is Array array
                ? array.GetType().GetElementType()!.IsClass ? array.Cast<object?>() : []
                : FieldsOf(next.GetType()).Select(field => field.GetValue(next));
            foreach (object part in parts.OfType<object>().Where(part => IsOwn(part) && !isExcluded(part)))
            {
                open.Push(part);
            }
        }

        return [.. seen.OfType<Lock>()];
    }

    private static bool IsOwn(object part) =>
        part is Lock or Array || part.GetType().Namespace!.StartsWith("Cenote.", StringComparison.Ordinal);

    private static IEnumerable<FieldInfo> FieldsOf(Type type)
    {
        for (Type? declaring = type; declaring is not null && declaring != typeof(object); declaring = declaring.BaseType)
        {
            foreach (
                FieldInfo field in declaring.GetFields(Fields).Where(
                    static field => !field.FieldType.IsPointer && !field.FieldType.IsByRefLike))
            {
                yield return field;
            }
        }
    }
}
