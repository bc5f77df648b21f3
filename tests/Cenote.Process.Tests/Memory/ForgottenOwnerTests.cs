using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.ConstrainedExecution;
using Cenote.Objects;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Memory;

/// <summary>
/// Owners of native memory that are never disposed but become reachable again. In these tests pages are unmapped as soon as an
/// owner returns them, so any later access crashes the process.
/// </summary>
public sealed class ForgottenOwnerTests
{
    private readonly FailingPageSource _pages = new();

    public static TheoryData<string> Kinds => [.. Owners.Kinds];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_finalizer_may_use_an_owner_that_is_forgotten_with_it(string kind)
    {
        var finalizers = new Finalizers();
        Forget(kind, use => _ = new Finalized(finalizers, use));

        CollectUntilReleased();

        finalizers.Check(1);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_critical_finalizer_may_use_an_owner_that_is_forgotten_with_it(string kind)
    {
        // Finalizers are created before and after the owner, because the order of critical finalizers is unspecified.
        var finalizers = new Finalizers();
        for (int i = 0; i < 10; i++)
        {
            ForgetBeside(kind, finalizers);
        }

        CollectUntilReleased();

        finalizers.Check(20);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void An_owner_that_a_finalizer_makes_reachable_again_is_usable_until_it_is_forgotten_again(string kind)
    {
        var finalizers = new Finalizers();
        Forget(kind, use => _ = new Rescued(finalizers, use));
        Collect();
        for (int i = 0; i < 3; i++)
        {
            UseRescued(finalizers);
            Collect();
        }

        Assert.NotEqual(0, _pages.Reservations);
        finalizers.Rescue = null;
        CollectUntilReleased();
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void An_owner_that_is_reached_through_a_long_weak_reference_is_usable_until_that_is_empty(string kind)
    {
        WeakReference<Action> use = null!;
        Forget(kind, forgotten => use = new WeakReference<Action>(forgotten, trackResurrection: true));
        for (int i = 0; i < 6; i++)
        {
            GC.Collect(i % 3);
            UseIfThere(use);
            GC.WaitForPendingFinalizers();
            UseIfThere(use);
        }

        CollectUntilReleased();
        Assert.False(use.TryGetTarget(out _));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void An_owner_that_is_rescued_and_disposed_gives_its_memory_back_once(string kind)
    {
        var finalizers = new Finalizers();
        ForgetDisposable(kind, finalizers);
        Collect();
        DisposeRescued(finalizers);
        CollectUntilReleased();

        Collect();
        Assert.Equal(0, _pages.Reservations);
    }

    [Fact]
    public void Finalizers_of_objects_whose_constructor_did_not_run_do_nothing()
    {
        const BindingFlags Declared = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        int count = 0;
        foreach (Type type in typeof(SegmentedStringPool).Assembly.GetTypes())
        {
            // Object pools own no native memory.
            if (type.Namespace != typeof(ObjectPool<>).Namespace && type.GetMethod("Finalize", Declared) is { } finalizer
                && type is { IsAbstract: false, ContainsGenericParameters: false })
            {
                // The runtime finalizes this empty object as well, and an exception there would crash the process.
                object empty = RuntimeHelpers.GetUninitializedObject(type);
                Exception? failure = Record.Exception(() => finalizer.Invoke(empty, []));
                Assert.True(failure is null, $"{type}: {failure}");
                count++;
            }
        }

        Assert.True(count >= 3);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseIfThere(WeakReference<Action> use)
    {
        if (use.TryGetTarget(out Action? action))
        {
            action();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseRescued(Finalizers finalizers)
    {
        Assert.NotNull(finalizers.Rescue);
        finalizers.Use(finalizers.Rescue);
        finalizers.Check();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void DisposeRescued(Finalizers finalizers)
    {
        Assert.NotNull(finalizers.Rescue);
        finalizers.Rescue();
        finalizers.Rescue();
        finalizers.Rescue = null;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Forget(string kind, Action<Action> use) => use(Owners.Make(kind, _pages).Use);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ForgetDisposable(string kind, Finalizers finalizers)
    {
        IDisposable owner = Owners.Make(kind, _pages).Owner;
        _ = new Rescued(finalizers, owner.Dispose);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ForgetBeside(string kind, Finalizers finalizers)
    {
        var before = new CriticallyFinalized(finalizers);
        before.Action = Owners.Make(kind, _pages).Use;
        _ = new CriticallyFinalized(finalizers) { Action = before.Action };
    }

    private void CollectUntilReleased()
    {
        for (int i = 0; i < 20 && _pages.Reservations != 0; i++)
        {
            Collect();
        }

        Assert.Equal(0, _pages.Reservations);
    }

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    private sealed class Finalizers
    {
        private Exception? _failure;
        private int _count;

        public Action? Rescue { get; set; }

        public void Use(Action action)
        {
            try
            {
                action();
            }
            catch (ObjectDisposedException)
            {
                // An arena is disposed when it is finalized.
            }
            catch (Exception exception)
            {
                _failure = exception;
            }

            _count++;
        }

        public void Check() => Assert.True(_failure is null, _failure?.ToString());

        public void Check(int count)
        {
            Check();
            Assert.Equal(count, _count);
        }
    }

    private sealed class Finalized(Finalizers finalizers, Action action)
    {
        ~Finalized() => finalizers.Use(action);
    }

    private sealed class Rescued(Finalizers finalizers, Action action)
    {
        ~Rescued() => finalizers.Rescue = action;
    }

    private sealed class CriticallyFinalized(Finalizers finalizers) : CriticalFinalizerObject
    {
        public Action? Action { get; set; }

        ~CriticallyFinalized() => finalizers.Use(Action!);
    }
}
