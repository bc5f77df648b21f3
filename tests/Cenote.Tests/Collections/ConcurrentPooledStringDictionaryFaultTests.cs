using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>
/// An exception at any point releases the lock, unblocks readers, and leaves the entries unchanged. The dictionary has one part,
/// which all keys share.
/// </summary>
public sealed class ConcurrentPooledStringDictionaryFaultTests(ITestOutputHelper output) : IDisposable
{
    private const string Key = "key";
    private const int OnePart = 448 << 10;

    private static readonly Dictionary<string, Action<ConcurrentPooledStringDictionary<HostileValue>>> s_throwing = new()
    {
        ["comparer of TryUpdate"] = static tested =>
        {
            HostileValue.OnNextEquals(Fail);
            tested.TryUpdate(Key, Value(2), Value(1));
        },
        ["comparer of TryRemove by value"] = static tested =>
        {
            HostileValue.OnNextEquals(Fail);
            tested.TryRemove(Key, Value(1));
        },
        ["comparer of TryRemove by pair"] = static tested =>
        {
            HostileValue.OnNextEquals(Fail);
            tested.TryRemove(KeyValuePair.Create(Key, Value(1)));
        },
        ["comparer of AddOrUpdate"] = static tested =>
        {
            HostileValue.OnNextEquals(Fail);
            tested.AddOrUpdate(Key, Value(2), static value => value);
        },
        ["comparer of RemoveWhere"] = static tested => tested.RemoveWhere(
            static (key, value, tested) =>
            {
                tested[key] = value;
                HostileValue.OnNextEquals(Fail);
                return true;
            },
            tested),
        ["predicate of RemoveWhere"] = static tested => tested.RemoveWhere(static (_, _, _) => throw new InjectedException(), 0),
        ["factory of GetOrAdd"] = static tested => tested.GetOrAdd("new", static (int _) => throw new InjectedException(), 0),
        ["factory of GetOrAdd with the key"] = static tested => tested.GetOrAdd("new", static _ => throw new InjectedException()),
        ["factory of GetOrAdd with key and argument"] = static tested =>
            tested.GetOrAdd("new", static (_, _) => throw new InjectedException(), 0),
        ["factory of GetOrAdd by UTF-8"] = static tested => tested.GetOrAdd("new"u8, static _ => throw new InjectedException()),
        ["update of AddOrUpdate"] = static tested => tested.AddOrUpdate(Key, Value(2), static _ => throw new InjectedException()),
        ["add factory of AddOrUpdate"] = static tested =>
            tested.AddOrUpdate("new", static (_, _) => throw new InjectedException(), static (_, value, _) => value, 0),
        ["update factory of AddOrUpdate"] = static tested =>
            tested.AddOrUpdate(Key, static (_, _) => Value(2), static (_, _, _) => throw new InjectedException(), 0),
        ["body of a loop"] = static tested =>
        {
            foreach (var _ in tested)
            {
                Fail();
            }
        },
    };

    // Changes that a comparer or a predicate may make to the dictionary that calls it.
    private static readonly Dictionary<string, Action<ConcurrentPooledStringDictionary<HostileValue>>> s_changes = new()
    {
        ["replace"] = static tested => tested[Key] = Value(3),
        ["remove"] = static tested => tested.TryRemove(Key, out _),
        ["add"] = static tested => tested.TryAdd("another", Value(3)),
        ["clear"] = static tested => tested.Clear(),
        ["trim"] = static tested => tested.Trim(),
        ["dispose"] = static tested => tested.Dispose(),
    };

    private static readonly Dictionary<string, Action<ConcurrentPooledStringDictionary<HostileValue>>> s_locking = new()
    {
        ["Set"] = static tested => tested.Set(Key, Value(1), out _),
        ["TryAdd"] = static tested => tested.TryAdd(Key, Value(1)),
        ["TryExchange"] = static tested => tested.TryExchange(Key, Value(1), out _),
        ["TryUpdate"] = static tested => tested.TryUpdate(Key, Value(1), Value(1)),
        ["TryRemove"] = static tested => tested.TryRemove("missing", out _),
        ["TryRemove by value"] = static tested => tested.TryRemove("missing", Value(1)),
        ["GetOrAdd"] = static tested => tested.GetOrAdd("missing", Value(1)),
        ["AddOrUpdate"] = static tested => tested.AddOrUpdate(Key, Value(1), static value => value),
        ["RemoveWhere"] = static tested => tested.RemoveWhere(static (_, _, _) => false, 0),
        ["Trim"] = static tested => tested.Trim(),
        ["ToArray"] = static tested => tested.ToArray(),
        ["GetStatistics"] = static tested => tested.GetStatistics(),
    };

    private readonly FailingPageSource _pages = new();
    private ConcurrentPooledStringDictionary<HostileValue>? _tested;

    public static TheoryData<string> Throwing => [.. s_throwing.Keys];

    public static TheoryData<string> Changes => [.. s_changes.Keys];

    public static TheoryData<string> Locking => [.. s_locking.Keys];

    private ConcurrentPooledStringDictionary<HostileValue> Tested => _tested ??= Make();

    public void Dispose() => _tested?.Dispose();

    [Theory]
    [MemberData(nameof(Throwing))]
    public void What_users_throw_leaves_everything_as_it_was(string place)
    {
        Assert.Throws<InjectedException>(() => s_throwing[place](Tested));

        Assert.Equal(1, Tested[Key].Number);
        Assert.Equal(2, Tested.Count);
        CheckThatNobodyWaits();
    }

    [Theory]
    [MemberData(nameof(Locking))]
    public void After_every_change_readers_need_no_lock(string change)
    {
        s_locking[change](Tested);
        Tested[Key] = Value(1);
        s_locking[change](Tested);
        Tested.TryAdd(Key, Value(1));
        CheckThatNobodyWaits();
    }

    [Theory]
    [MemberData(nameof(Changes))]
    public void A_comparer_may_change_its_part_and_the_value_is_compared_again(string change)
    {
        (Action Compare, int Kept, int Removed)[] operations =
        [
            (() => Tested.TryUpdate(Key, Value(2), Value(1)), 2, 0),
            (() => Tested.TryRemove(Key, Value(1)), 0, 0),
            (() => Tested.AddOrUpdate(Key, Value(2), static value => value), 1, 2),
        ];
        foreach ((Action compare, int kept, int removed) in operations)
        {
            foreach (bool onOtherThread in (bool[])[false, true])
            {
                _tested?.Dispose();
                _tested = null;
                _ = Tested;
                HostileValue.OnNextEquals(() =>
                {
                    var other = new Thread(() => s_changes[change](Tested));
                    if (onOtherThread)
                    {
                        other.Start();
                        Join(other);
                    }
                    else
                    {
                        s_changes[change](Tested);
                    }
                });
                if (change == "dispose")
                {
                    Assert.Throws<ObjectDisposedException>(compare);
                    continue;
                }

                compare();
                int expected = change is "remove" or "clear" ? removed : change is "replace" ? 3 : kept;
                Assert.Equal(expected, Tested.TryGetValue(Key, out HostileValue value) ? value.Number : 0);
                Tested[Key] = Value(1);
                CheckThatNobodyWaits();
            }
        }
    }

    [Fact]
    public void A_comparer_that_changes_its_part_on_every_call_gets_an_exception()
    {
        int compared = 0;
        Action? change = null;
        change = () =>
        {
            compared++;
            Tested[Key] = Value(1);
            HostileValue.OnNextEquals(change!);
        };
        HostileValue.OnNextEquals(change);

        string message = Assert.Throws<InvalidOperationException>(() => Tested.TryUpdate(Key, Value(2), Value(1))).Message;

        HostileValue.OnNextEquals(static () => { });
        Assert.Contains("without changing", message, StringComparison.Ordinal);
        Assert.InRange(compared, 2, 1_000);
        Assert.Equal(1, Tested[Key].Number);
        CheckThatNobodyWaits();
    }

    [Theory]
    [MemberData(nameof(Changes))]
    public void A_predicate_may_change_anything_and_what_it_replaces_stays(string change)
    {
        int asked = 0;
        Func<int> remove = () => Tested.RemoveWhere(
            (key, value, _) =>
            {
                asked++;
                string copy = key.ToString();
                s_changes[change](Tested);
                for (int i = 0; change != "dispose" && i < 100; i++)
                {
                    Tested.TryAdd($"{copy.Length}{i}", Value(5));
                }

                Assert.True(value.IsWhole && key.SequenceEqual(copy), "The predicate's copies have changed.");
                return copy == Key;
            },
            0);
        if (change == "dispose")
        {
            Assert.Throws<ObjectDisposedException>(() => remove());
            return;
        }

        // If the change replaced the value or removed the key, the entry that the predicate saw no longer exists, and the result
        // is 0. After any other change, the entry is removed.
        Assert.Equal(change is "add" or "trim" ? 1 : 0, remove());
        Assert.InRange(asked, 2, int.MaxValue);
        Assert.Equal(change is "replace", Tested.ContainsKey(Key));
        Tested[Key] = Value(1);
        CheckThatNobodyWaits();
    }

    [Theory]
    [MemberData(nameof(Locking))]
    public void An_interrupted_wait_for_the_lock_leaves_everything_as_it_was(string member)
    {
        Exception? thrown = null;
        var waiting = new Thread(() => thrown = Record.Exception(() => s_locking[member](Tested)));
        HoldLock(() =>
        {
            waiting.Start();
            Func<bool> waits = () => waiting.ThreadState.HasFlag(ThreadState.WaitSleepJoin);
            Assert.True(SpinWait.SpinUntil(waits, TimeSpan.FromMinutes(1)));
            waiting.Interrupt();
            Join(waiting);
        });

        Assert.IsType<ThreadInterruptedException>(thrown);
        Assert.Equal(1, Tested[Key].Number);
        Assert.Equal(2, Tested.Count);
        CheckThatNobodyWaits();
    }

    // If only half of the parts were cleared, the dictionary would be in neither the old nor the requested state.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void What_ends_all_entries_goes_through_if_it_is_interrupted(bool disposes)
    {
        using var tested = new ConcurrentPooledStringDictionary<int>(new PooledStringDictionaryOptions(), 1, _pages);
        string[] keys = [.. Enumerable.Range(0, 100).Select(static i => $"key {i}")];
        Array.ForEach(keys, key => tested[key] = 1);
        Lock[] gates = Gates.Of(tested);

        Assert.Null(Gates.RunInterrupted(gates[gates.Length / 2], disposes ? tested.Dispose : tested.Clear));

        Gates.AssertFree(gates);
        if (disposes)
        {
            Assert.All(keys, key => Assert.Throws<ObjectDisposedException>(() => tested.ContainsKey(key)));
            Assert.Equal(0, tested.BytesReserved);
        }
        else
        {
            Assert.All(keys, key => Assert.False(tested.ContainsKey(key)));
            tested[Key] = 1;
            Assert.Equal(1, tested.Count);
        }
    }

    [Theory]
    [InlineData("Clear")]
    [InlineData("Trim")]
    [InlineData("Dispose")]
    public void Readers_wait_while_memory_is_given_back(string member)
    {
        string longKey = new('x', 100_000);
        Tested.TryAdd(longKey, Value(2));
        Tested.TryAdd(longKey + 1, Value(2));
        for (int i = 0; i < 3_000; i++)
        {
            Tested[$"key{i}"] = Value(i);
        }

        Tested.RemoveWhere(static (key, _, _) => key.Length is > 3 and < 100, 0);
        Action end = member switch { "Clear" => Tested.Clear, "Dispose" => Tested.Dispose, _ => () => Tested.Trim() };
        bool found = true;
        var reader = new Thread(() =>
        {
            try
            {
                found = Tested.TryGetValue(longKey, out HostileValue value) && value.IsWhole;
            }
            catch (ObjectDisposedException)
            {
                found = false;
            }
        });
        int discards = 0;
        _pages.OnDiscard = () =>
        {
            if (discards++ == 0)
            {
                reader.Start();

                // Dispose marks all parts as disposed before it releases memory, so readers do not wait.
                Assert.Equal(member == "Dispose", reader.Join(member == "Dispose" ? 10_000 : 100));
            }
        };
        end();
        _pages.OnDiscard = static () => { };

        Assert.InRange(discards, 1, int.MaxValue);
        Join(reader);
        Assert.Equal(member == "Trim", found);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(256 << 10)]
    public void Requests_for_memory_that_fail_leave_everything_as_it_was(long reservedAddressBytes)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var pages = new FailingPageSource();
        using var tested = new ConcurrentPooledStringDictionary<HostileValue>(
            new PooledStringDictionaryOptions { ReservedAddressBytes = reservedAddressBytes, MaximumBytes = 64 << 20 }, 1, pages);
        var model = new Dictionary<string, int>(StringComparer.Ordinal);
        bool isShort = false;
        pages.Fails = _ => isShort || random.Next(3) == 0;
        int refused = 0;
        for (int step = 0; step < 30_000; step++)
        {
            isShort = step % 1_000 > 500;
            string key = random.Next(40) == 0 ? $"{step}" + new string('k', random.Next(40_000)) : $"key {random.Next(20_000)}";
            bool exists = model.ContainsKey(key);
            try
            {
                bool done = random.Next(4) switch
                {
                    0 => tested.Set(key, Value(step), out _) == exists,
                    1 => tested.TryAdd(key, Value(step)),
                    2 => tested.AddOrUpdate(key, Value(step), _ => Value(step)).IsWhole,
                    _ => tested.GetOrAdd(key, Value(step)).IsWhole && !exists,
                };
                refused += done || exists ? 0 : 1;
                if (done)
                {
                    model[key] = step;
                }
            }
            catch (OutOfMemoryException)
            {
                refused++;
                Assert.False(exists);
            }

            if (random.Next(3) == 0)
            {
                Assert.Equal(model.Remove(key), tested.TryRemove(key, out _));
            }

            if (random.Next(1_000) == 0)
            {
                tested.Trim();
            }
        }

        pages.Fails = static _ => false;
        Assert.InRange(refused, 1, int.MaxValue);
        Assert.Equal(model.Count, tested.Count);
        Assert.All(model, entry => Assert.Equal(entry.Value, tested[entry.Key].Number));
        Assert.All(tested.ToArray(), entry => Assert.True(entry.Value.IsWhole));
    }

    [Fact]
    public void Utf8_that_another_thread_changes_is_some_key_or_other()
    {
        byte[][] buffers = [.. Enumerable.Range(0, 5).Select(static i => Enumerable.Repeat((byte)'a', 3 << (2 * i)).ToArray())];
        byte[] bytes = [(byte)'a', (byte)'b', 0xc3, 0xa4, 0xe2, 0x82, 0xac, 0xff, 0xf0];
        Crowd.Run(output, (worker, random, step) =>
        {
            byte[] buffer = buffers[random.Next(buffers.Length)];
            if (worker < 2)
            {
                buffer[random.Next(3)] = bytes[step % bytes.Length];
                return;
            }

            switch (random.Next(7))
            {
                case 0:
                    Tested.Set(buffer, Value(worker), out _);
                    break;
                case 1:
                    Tested.TryAdd(buffer, Value(worker));
                    break;
                case 2:
                    Tested.GetOrAdd(buffer, static key => Value(key.Length));
                    break;
                case 3:
                    Tested.AddOrUpdate(buffer, static (key, _) => Value(key.Length), static (_, value, _) => value, 0);
                    break;
                case 4:
                    Tested.TryExchange(buffer, Value(worker), out HostileValue _);
                    break;
                default:
                    Assert.True(!Tested.TryRemove(buffer, out HostileValue removed) || removed.IsWhole);
                    break;
            }
        });

        Assert.All(Tested.ToArray(), entry => Assert.True(Tested.TryRemove(entry.Key, out HostileValue value) && value.IsWhole));
        Assert.True(Tested.IsEmpty);
        Tested[Key] = Value(1);
        CheckThatNobodyWaits();
    }

    [Fact]
    public void A_faulty_user_beside_readers_tears_no_value()
    {
        bool isAtWork = true;
        var faulty = new Thread(() =>
        {
            for (int i = 0; i < 20_000; i++)
            {
                string place = s_throwing.Keys.ElementAt(i % s_throwing.Count);
                Record.Exception(() => s_throwing[place](Tested));
                Tested.Set(Key, Value(i), out _);
                Tested.TryRemove("new", out _);
            }

            Volatile.Write(ref isAtWork, false);
        });
        _ = Tested;
        faulty.Start();
        long torn = 0;
        do
        {
            torn += Tested.TryGetValue(Key, out HostileValue value) && value.IsWhole ? 0 : 1;
        }
        while (Volatile.Read(ref isAtWork));

        Join(faulty);
        Assert.Equal(0, torn);
    }

    private static HostileValue Value(int number) => new(number);

    private static void Fail() => throw new InjectedException();

    private static void Join(Thread thread) => Assert.True(thread.Join(TimeSpan.FromMinutes(1)), "A thread hangs.");

    private ConcurrentPooledStringDictionary<HostileValue> Make()
    {
        var options = new PooledStringDictionaryOptions { MaximumBytes = OnePart + AddressSpace.GranuleBytes - 1 };
        return new ConcurrentPooledStringDictionary<HostileValue>(options, 1, _pages) { [Key] = Value(1), ["other"] = Value(4) };
    }

    // Runs an action while this thread holds all locks of the dictionary.
    private void HoldLock(Action action)
    {
        Lock[] gates = Gates.Of(Tested);
        Array.ForEach(gates, static gate => gate.Enter());
        try
        {
            action();
        }
        finally
        {
            Array.ForEach(gates, static gate => gate.Exit());
        }
    }

    private void CheckThatNobodyWaits()
    {
        bool found = false;
        var reader = new Thread(() => found = Tested.TryGetValue(Key, out HostileValue value) && value.IsWhole);
        HoldLock(() =>
        {
            reader.Start();
            Join(reader);
        });
        Assert.True(found);
        var writer = new Thread(() => found = Tested.Set(Key, Value(9), out HostileValue old) && old.IsWhole);
        writer.Start();
        Join(writer);
        Assert.True(found && Tested[Key].Number == 9);
    }

    private sealed class InjectedException : Exception;
}
