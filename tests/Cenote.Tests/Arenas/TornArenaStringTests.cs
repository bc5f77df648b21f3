using System.Diagnostics;
using System.Runtime.CompilerServices;
using Cenote.Arenas;
using Cenote.Tests.Support;

namespace Cenote.Tests.Arenas;

/// <summary>
/// Torn variables, which one thread writes while another reads them, and forged values: a read returns a string or throws, and
/// never leaves the arena's memory. Each string repeats one char, which depends on the length.
/// </summary>
public sealed unsafe class TornArenaStringTests : IDisposable
{
    private static readonly TimeSpan s_time = TimeSpan.FromMilliseconds(
        Math.Max(RunSettings.Length(5_000), RunSettings.Soak.TotalMilliseconds));

    private static readonly int[] s_lengths = [0, 3, 7, 8, 40, 300, 1_022, 1_023, 5_000];

    private readonly StringArena _arena = new(
        new StringArenaOptions { ReservedAddressBytes = 1 << 20, MaximumChunkBytes = 64 << 10 });
    private readonly ArenaString[] _values;
    private readonly string[] _expected;

    // The torn variables: a field of an object, and elements of an array.
    private readonly ArenaString[] _shared = new ArenaString[700];
    private ArenaString _field;

    public TornArenaStringTests()
    {
        _expected = [.. s_lengths.Select(static length => new string((char)('A' + length), length))];
        _values = [.. _expected.Select(text => _arena.Add(text))];
        Array.Fill(_shared, _values[4]);
    }

    public static TheoryData<string> Uses =>
        ["span", "string", "hash", "equals", "compare", "comparer", "alive", "sort few", "sort many", "sort with values"];

    public void Dispose() => _arena.Dispose();

    [Theory]
    [MemberData(nameof(Uses))]
    public void A_torn_variable_reads_a_text_or_is_refused(string use) => Beside(Write, () => Use(use));

    [Fact]
    public void A_variable_that_is_written_all_the_time_never_has_a_length_of_its_own()
    {
        ArenaString inline = _values[2];
        ArenaString longer = _values[6];
        ArenaString written = _values[8];
        Beside(
            _ =>
            {
                for (int i = 0; i < 1_000; i++)
                {
                    Set(ref _field, inline);
                    Set(ref _field, written);
                    Set(ref _field, inline);
                    Set(ref _field, longer);
                }
            },
            () =>
            {
                int wrong = 0;
                for (int i = 0; i < 1_000; i++)
                {
                    int length = _arena.AsSpan(in _field).Length;
                    wrong = length is 7 or 40 or 1_022 or 5_000 ? wrong : length;
                }

                Assert.True(wrong == 0, $"No string has {wrong} chars.");
            });

        // This method is not inlined; otherwise the JIT could merge many writes into one.
        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Set(ref ArenaString variable, ArenaString value) => variable = value;
    }

    [Fact]
    public void A_list_whose_values_are_torn_reads_texts_or_refuses()
    {
        using var list = new StringArenaList();
        for (int i = 0; i < 600; i++)
        {
            list.Add(_expected[i % _expected.Length]);
        }

        ArenaString[] values = [.. list];
        Beside(random => list.Values[random.Next(list.Count)] = values[random.Next(values.Length)], () =>
        {
            for (int i = 0; i < list.Count; i++)
            {
                Check(list.AsSpan(i));
                Check(list[i].ToString());
            }

            Attempt(list.Sort);
        });
    }

    [Fact]
    public void Values_that_are_read_beside_resets_read_texts_or_are_refused()
    {
        using var arena = new StringArena(
            new StringArenaOptions { ReservedAddressBytes = 128 << 10, MaximumChunkBytes = 64 << 10 });
        ArenaString[] values = new ArenaString[64];
        string[] texts = [.. Enumerable.Range(0, 64).Select(static i => new string('\uFFFF', 900 + (i * 5)))];
        long read = 0;
        Beside(
            random =>
            {
                arena.Reset();
                for (int i = 0; i < values.Length; i++)
                {
                    values[i] = arena.Add(texts[random.Next(texts.Length)]);
                }
            },
            () =>
            {
                Attempt(() => arena.Sort(values));
                foreach (ref readonly ArenaString value in values.AsSpan())
                {
                    // Another string may have replaced this one by now, so the test only checks that the value can be read.
                    read += arena.TryRead(in value, out ReadOnlySpan<char> text) ? text.Count('\uFFFF') + LengthOf(in value) : 0;
                }
            });
        Assert.NotEqual(0, read);
    }

    private static int LengthOf(in ArenaString value)
    {
        try
        {
            return value.ToString().Length;
        }
        catch (InvalidOperationException)
        {
            return 0;
        }
    }

    [Theory]
    [InlineData(1 << 20)]
    [InlineData(0)]
    public void A_length_that_other_text_was_written_over_is_refused(long reservation)
    {
        using var arena = new StringArena(new StringArenaOptions { ReservedAddressBytes = reservation });
        ArenaString value = arena.Add(new string('x', 2_000));
        PlaceMap places = arena.Places;
        Assert.True(ArenaText.Find(in places, value.Tail, out int length) != null);
        Assert.Equal(2_000, length);

        // A concurrent reader sees the following states if it found its string just before the reset.
        arena.Reset();
        foreach (char other in "\u7FFF\uFFFF\u0000\u0100")
        {
            arena.Add(new string(other, 100));
            Assert.True(ArenaText.Find(in places, value.Tail, out _) == null);
            arena.Reset();
        }

        // A length that exceeds the committed memory is also rejected: 512 Ki chars, or 1 MiB.
        arena.Add($"\0\u0008{new string('x', 100)}");
        Assert.True(ArenaText.Find(in places, value.Tail, out _) == null);
    }

    [Theory]
    [MemberData(nameof(ArenaShapes.Names), MemberType = typeof(ArenaShapes))]
    public void Values_that_never_were_any_read_memory_of_the_arena_or_are_refused(string shape)
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        using var arena = new StringArena(ArenaShapes.Options(shape));
        ArenaString last = default;
        for (int i = 0; i < 600; i++)
        {
            last = arena.Add(new string('\uFFFF', random.Next(8, 1_100)));
        }

        ulong units = last.Place - ((ulong)arena.Window.Number << PlaceWindow.Shift) + 20_000;
        ArenaString[] values = new ArenaString[300];
        long read = 0;
        for (int i = 0; i < 60_000; i++)
        {
            ulong place = ((ulong)arena.Window.Number << PlaceWindow.Shift) + (ulong)random.NextInt64((long)units) - 100;
            var value = new ArenaString(
                (ulong)random.NextInt64(), ArenaString.LongTail(random.Next(1_024), place & ((1UL << 54) - 1)));
            values[i % values.Length] = value;
            if (arena.TryRead(in value, out ReadOnlySpan<char> text))
            {
                read += text.Count('\uFFFF') + 1;
                _ = (value.ToString(), value.GetHashCode(), value == last);
            }

            if (i % values.Length == 0)
            {
                Attempt(() => arena.Sort(values));
                Attempt(() => arena.Sort(values.AsSpan(0, 50)));
            }
        }

        Assert.True(read > 0, $"Nothing was read. Seed {seed}");
    }

    private void Write(Random random)
    {
        // A running sort also meets strings that were not in the array when the sort started.
        _field = _values[random.Next(_values.Length)];
        _shared[random.Next(_shared.Length)] = _values[random.Next(_values.Length)];
    }

    private void Use(string use)
    {
        switch (use)
        {
            case "span":
                Check(_arena.AsSpan(in _field));
                break;
            case "string":
                Check(_field.ToString());
                break;
            case "hash":
                _ = _field.GetHashCode();
                break;
            case "equals":
                _ = _field.Equals(_shared[0]) | _field == _values[5];
                break;
            case "compare":
                _ = _arena.Compare(_field, _shared[0]);
                break;
            case "comparer":
                var comparer = new ArenaStringComparer(_arena, ignoreCase: true);
                _ = comparer.Equals(_field, _shared[0]) ? 0 : comparer.GetHashCode(_field) + comparer.Compare(_field, _values[6]);
                break;
            case "alive":
                Assert.True(_field.IsAlive);
                break;
            case "sort few":
                Attempt(() => _arena.Sort(_shared.AsSpan(650)));
                break;
            case "sort many":
                Attempt(() => _arena.Sort(_shared));
                break;
            default:
                Attempt(() => _arena.Sort(_shared, new string[_shared.Length]));
                break;
        }
    }

    private void Check(ReadOnlySpan<char> text)
    {
        int index = s_lengths.AsSpan().BinarySearch(text.Length);
        Assert.True(index >= 0, $"No string has {text.Length} chars.");
        Assert.True(text.Length <= 7 || text.SequenceEqual(_expected[index]), "This string was never added.");
    }

    // The result of sorting changing values is undefined, but only these exceptions are allowed. The sort may see torn values.
    private static void Attempt(Action sort)
    {
        try
        {
            sort();
        }
        catch (Exception exception) when (exception is InvalidOperationException or ArgumentException)
        {
        }
    }

    private static void Beside(Action<Random> write, Action read)
    {
        using var started = new ManualResetEventSlim();
        using var stop = new ManualResetEventSlim();
        var writer = new Thread(() =>
        {
            var random = new Random(5);
            while (!stop.IsSet)
            {
                write(random);
                started.Set();
            }
        });
        writer.Start();
        try
        {
            started.Wait();
            var watch = Stopwatch.StartNew();
            while (watch.Elapsed < s_time)
            {
                for (int i = 0; i < 100; i++)
                {
                    read();
                }
            }
        }
        finally
        {
            stop.Set();
            writer.Join();
        }
    }
}
