using System.Reflection;
using System.Runtime.CompilerServices;
using Cenote.Arenas;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory;

/// <summary>
/// A thread that is interrupted while its Dispose waits still disposes the owner; the interrupt stays pending.
/// </summary>
public sealed class InterruptedDisposeTests
{
    private readonly RangeCache _keeper = new(new ManualClock(), static () => 0);
    private readonly FailingPageSource _pages;

    public InterruptedDisposeTests() => _pages = new FailingPageSource { Cache = _keeper };

    public static TheoryData<string> Kinds => [.. Owners.Kinds];

    private Lock KeeperGate =>
        (Lock)typeof(RangeCache).GetField("_gate", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(_keeper)!;

    [Theory]
    [MemberData(nameof(Kinds))]
    public void As_much_is_given_back_as_by_any_other_thread(string kind)
    {
        var others = new InterruptedDisposeTests();
        IDisposable other = Owners.Make(kind, others._pages).Owner;
        other.Dispose();
        IDisposable owner = Owners.Make(kind, _pages).Owner;

        Assert.Null(Gates.RunInterrupted(KeeperGate, owner.Dispose));

        // Owners for concurrent readers keep their addresses until the owners are unreachable.
        Assert.Equal(others.CountKept(), CountKept());
        GC.KeepAlive(owner);
        GC.KeepAlive(other);
    }

    [Fact]
    public void No_interrupt_ends_the_wait_for_the_lock_of_an_address_space()
    {
        using var dictionary = new ConcurrentNativeDictionary<int, int>(concurrencyLevel: 8);
        Lock gate = Assert.Single(Gates.Of(dictionary).Except(Gates.InterruptibleOf(dictionary)));

        Assert.Null(Gates.RunInterrupted(gate, () =>
        {
            for (int key = 0; key < 1_000; key++)
            {
                Assert.True(dictionary.TryAdd(key, key));
            }
        }));

        Assert.Equal(1_000, dictionary.Count);
        Gates.AssertFree(gate);
    }

    [Fact]
    public void Values_with_references_are_let_go()
    {
        var dictionary = new PooledStringDictionary<object>(new PooledStringDictionaryOptions(), _pages);
        WeakReference value = Add(dictionary);

        Assert.Null(Gates.RunInterrupted(KeeperGate, dictionary.Dispose));

        GC.Collect();
        Assert.False(value.IsAlive);
        GC.KeepAlive(dictionary);
        Assert.Equal(0, CountKept());

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference Add(PooledStringDictionary<object> dictionary)
        {
            object value = new();
            dictionary.Add("key", value);
            return new WeakReference(value);
        }
    }

    [Fact]
    public void An_arena_that_clears_is_wiped_and_refuses()
    {
        var arena = new StringArena(new StringArenaOptions { ClearOnFree = true }, _pages);
        ArenaString value = arena.Add("a secret of more than seven chars");
        ReadOnlySpan<char> text = arena.AsSpan(in value);
        FieldInfo gate = typeof(PlaceDirectory).GetField("s_gate", BindingFlags.NonPublic | BindingFlags.Static)!;
        var places = (Lock)gate.GetValue(null)!;

        Assert.Null(Gates.RunInterrupted(places, arena.Dispose));

        // Memory of a disposed arena is quarantined and can still be read.
        Assert.True(text.IndexOfAnyExcept('\0') < 0, "The text is still there.");
        Assert.False(value.IsAlive);
        Assert.Throws<ObjectDisposedException>(() => arena.Add("a text of more than seven chars"));
        Assert.Throws<ObjectDisposedException>(() => arena.AsSpan(in value).Length);
        Assert.Equal(0, CountKept());
    }

    // If the system refuses addresses, all returned ranges are released, whether cached or quarantined.
    private int CountKept()
    {
        _pages.Fails = static _ => true;
        Assert.Null(_keeper.TryReserve(_pages, AddressSpace.GranuleBytes, slack: 0));
        return _pages.Reservations;
    }
}
