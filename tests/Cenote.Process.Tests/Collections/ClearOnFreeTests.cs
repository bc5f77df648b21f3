using System.Runtime.InteropServices;
using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Collections;

/// <summary>
/// With <see cref="PooledStringDictionaryOptions.ClearOnFree"/>, process memory contains a key only while it is present.
/// </summary>
public sealed class ClearOnFreeTests
{
    // A secret is longer than any register, because registers are sometimes spilled to the stack.
    private const int SecretChars = 150;
    private static readonly int s_count = Math.Max(500, RunSettings.Length(3_000));

    private static readonly char[] s_buffer = GC.AllocateArray<char>(120_000, pinned: true);

    private readonly char[] _masked = new char[SecretChars];

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    public void Nothing_is_left_of_keys_that_are_removed(KeyEncoding encoding) => WhereMemoryCanBeSearched(encoding, dictionary =>
    {
        for (int i = 0; i < s_count; i += 2)
        {
            Remove(dictionary, i);
        }

        Check(dictionary, encoding);
        dictionary.RemoveWhere(static (_, value, _) => value[1] % 3 == 0, 0);
        Check(dictionary, encoding);
        Fill(dictionary, s_count);
        Check(dictionary, encoding);
    });

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    public void Nothing_is_left_where_keys_were_before_a_trim(KeyEncoding encoding) =>
        WhereMemoryCanBeSearched(encoding, dictionary =>
    {
        for (int i = 0; i < s_count; i++)
        {
            if (i % 5 != 0)
            {
                Remove(dictionary, i);
            }
        }

        dictionary.Trim();
        Check(dictionary, encoding);
    });

    [LongTheory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    public void Nothing_is_left_where_keys_were_before_they_moved_at_the_limit(KeyEncoding encoding) => WhereMemoryCanBeSearched(
        encoding,
        dictionary =>
        {
            for (int i = 0; i < s_count; i += 2)
            {
                Remove(dictionary, i);
            }

            Assert.False(dictionary.TryAdd(new string('x', 16 << 20), default));
            Assert.Equal(0, dictionary.GetStatistics().FreeBytes / (64 << 10));
            Check(dictionary, encoding);
        },
        maximumBytes: 16 << 20);

    [LongTheory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    public void Nothing_is_left_of_a_dictionary_that_is_cleared(KeyEncoding encoding) =>
        WhereMemoryCanBeSearched(encoding, dictionary =>
    {
        dictionary.Clear();
        Check(dictionary, encoding);
        Fill(dictionary, s_count / 2);
        Check(dictionary, encoding);
    });

    [LongTheory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    public void Nothing_is_left_of_a_dictionary_that_is_disposed(KeyEncoding encoding) =>
        WhereMemoryCanBeSearched(encoding, dictionary =>
    {
        dictionary.Dispose();
        Check(dictionary, encoding);
    });

    [Fact]
    public void Nothing_is_left_of_a_concurrent_dictionary_that_is_disposed()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        MakeSecret(KeyEncoding.Compact);
        using var dictionary = new ConcurrentPooledStringDictionary<int>(
            new PooledStringDictionaryOptions { ClearOnFree = true }, 1);
        for (int i = 0; i < s_count; i++)
        {
            dictionary.TryAdd(Key(i), i);
        }

        Forget();
        Assert.Equal(s_count, ProcessMemory.Count(Masked(KeyEncoding.Compact)));
        dictionary.Dispose();
        Assert.Equal(0, ProcessMemory.Count(Masked(KeyEncoding.Compact)));
    }

    [Fact]
    public void Nothing_is_left_in_the_buffer_of_an_enumeration_that_has_ended() => WhereMemoryCanBeSearched(
        KeyEncoding.Compact,
        dictionary =>
        {
            int chars = 0;
            foreach (var entry in dictionary)
            {
                chars += entry.Key.Length;
            }

            Assert.InRange(chars, s_count * SecretChars, int.MaxValue);
            CheckBuffers();
            Assert.Throws<InvalidOperationException>(() =>
            {
                foreach (var entry in dictionary)
                {
                    chars += entry.Key.Length;
                    dictionary.Trim();
                }
            });
            CheckBuffers();
            Assert.Equal(s_count, dictionary.RemoveWhere(static (key, _, _) => key.Length >= SecretChars, 0));
            CheckBuffers();
        });

    [Fact]
    public void Nothing_is_left_in_the_buffer_of_sets_that_were_compared()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        MakeSecret(KeyEncoding.Compact);
        using var some = new PooledStringSet(new PooledStringDictionaryOptions { ClearOnFree = true });
        using var others = new PooledStringSet(new PooledStringDictionaryOptions { ClearOnFree = true });
        some.Add(Key(1));
        some.Add(Key(2));
        others.Add(Key(2));
        others.Add(Key(3));
        others.Add(Key(4));
        Forget();

        Assert.True(some.Overlaps(others));
        Assert.False(some.IsSubsetOf(others));
        CheckBuffers();
    }

    [LongTheory]
    [InlineData(KeyEncoding.Utf16, false)]
    [InlineData(KeyEncoding.Utf8, false)]
    [InlineData(KeyEncoding.Compact, true)]
    public void Loading_by_adding_keys_leaves_no_key_in_memory(KeyEncoding encoding, bool ignoreCase)
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        MakeSecret(KeyEncoding.Compact);
        string file = Path.GetTempFileName();
        try
        {
            using (var saved = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { ClearOnFree = true }))
            {
                saved.Add(Key(1), 1);
                saved.Add(Key(100), 100);
                saved.Save(file);
            }

            Forget();
            PooledStringDictionary<int>.Load(
                file,
                new PooledStringDictionaryOptions { ClearOnFree = true, KeyEncoding = encoding, IgnoreCase = ignoreCase }).Dispose();
            Assert.Equal(0, ProcessMemory.Count(Masked(KeyEncoding.Compact)));
            CheckBuffers();
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Nothing_is_left_in_the_buffers_of_a_concurrent_enumeration_that_has_ended(bool clears)
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        MakeSecret(KeyEncoding.Compact);
        var options = new PooledStringDictionaryOptions { ClearOnFree = clears };
        using var dictionary = new ConcurrentPooledStringDictionary<Large>(options, 1);
        for (int i = 0; i < s_count; i++)
        {
            dictionary.TryAdd(Key(i), default);
        }

        Forget();
        int chars = 0;
        foreach (var entry in dictionary)
        {
            chars += entry.Key.Length;
        }

        Assert.InRange(chars, s_count * SecretChars, int.MaxValue);
        if (!clears)
        {
            Assert.InRange(ProcessMemory.Count(Masked(KeyEncoding.Utf16)), 1, int.MaxValue);
            return;
        }

        CheckBuffers();
        Assert.Equal(default, dictionary.Values.First());
        CheckBuffers();
        Assert.Throws<FormatException>(() => dictionary.RemoveWhere(static (_, _, _) => throw new FormatException(), 0));
        CheckBuffers();
        Assert.Equal(s_count, dictionary.RemoveWhere(static (key, _, _) => key.Length >= SecretChars, 0));
        CheckBuffers();
    }

    // Checks the search itself: it must find keys that were not cleared.
    [Fact]
    public void Without_the_option_most_is_left()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        MakeSecret(KeyEncoding.Compact);
        using var dictionary = new PooledStringDictionary<Large>();
        Fill(dictionary, s_count);
        for (int i = 0; i < s_count; i++)
        {
            Remove(dictionary, i);
        }

        Assert.InRange(ProcessMemory.Count(Masked(KeyEncoding.Compact)), s_count / 2, s_count);
    }

    [Fact]
    public void The_buffer_of_an_enumeration_that_is_left_early_is_overwritten()
    {
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { ClearOnFree = true });
        var enumeration = new Enumeration<int>(dictionary);
        ReadOnlySpan<char> key = enumeration.Decode("a key"u8);
        Assert.Equal("a key", key);

        new EntrySequence<int, int>.Enumerator(enumeration, static entry => entry.Value).Dispose();

        Assert.Equal(-1, key.IndexOfAnyExcept('\0'));
    }

    [Fact]
    public void Values_in_arrays_that_are_given_up_are_overwritten()
    {
        ManagedValues<(long Secret, string? Text)> values = default;
        values.Initialize(clears: true);
        values.EnsureSlot();
        ref (long Secret, string? Text) moved = ref values[values.Take()];
        moved = (-1, "text");
        for (int i = 1; i < 9_000; i++)
        {
            values.EnsureSlot();
            values[values.Take()] = (-1, "text");
        }

        ref (long Secret, string? Text) first = ref values[0];
        ref (long Secret, string? Text) last = ref values[8_999];
        Assert.Equal((0L, null), moved);
        Assert.Equal((-1L, "text"), first);
        values.Shrink(4_000);
        Assert.Equal((0L, null), last);
        values.Clear();
        Assert.Equal((0L, null), first);
    }

    [Fact]
    public void Copies_of_entries_are_overwritten_when_they_move_or_are_forgotten()
    {
        var batch = new EntryBatch<long>(clears: true);
        Span<char> moved = batch.Add(100, -1);
        moved.Fill('x');
        batch.Add(1_000, -1).Fill('x');
        Assert.Equal(-1, moved.IndexOfAnyExcept('\0'));

        ReadOnlySpan<char> key = batch.Key(0);
        Assert.Equal(-1, key.IndexOfAnyExcept('x'));
        batch.Clear();
        Assert.Equal(-1, key.IndexOfAnyExcept('\0'));
        Assert.Equal((0, 0), (batch.Value(0), batch.Value(1)));
    }

    private void WhereMemoryCanBeSearched(
        KeyEncoding encoding, Action<PooledStringDictionary<Large>> act, long maximumBytes = long.MaxValue)
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        MakeSecret(encoding);
        var options = new PooledStringDictionaryOptions
        {
            ClearOnFree = true,
            KeyEncoding = encoding,
            MaximumBytes = maximumBytes,
        };
        using var dictionary = new PooledStringDictionary<Large>(options);
        Fill(dictionary, s_count);
        Check(dictionary, encoding);
        act(dictionary);
    }

    private void Check(PooledStringDictionary<Large> dictionary, KeyEncoding encoding)
    {
        Forget();
        Assert.Equal(dictionary.Count, ProcessMemory.Count(Masked(encoding)));
        Assert.Equal(dictionary.Count, ProcessMemory.Count(MaskedValue()));
    }

    // Keys stored with one byte per char are UTF-16 only in the buffers of enumerations.
    private void CheckBuffers() => Assert.Equal(0, ProcessMemory.Count(Masked(KeyEncoding.Utf16)));

    // Every hundredth key is so long that it has separate memory. Values are written in place: the search would find copies.
    private void Fill(PooledStringDictionary<Large> dictionary, int count)
    {
        for (int i = 0; i < count; i++)
        {
            Span<byte> value = MemoryMarshal.AsBytes(new Span<Large>(ref dictionary.GetValueRefOrAddDefault(Key(i), out _)));
            MemoryMarshal.Write(value, i);
            MemoryMarshal.Write(value[8..], i);
            ReadOnlySpan<byte> masked = MaskedValue();
            for (int position = 0; position < masked.Length; position++)
            {
                value[16 + position] = (byte)(masked[position] ^ ProcessMemory.Mask);
            }
        }

        Forget();
    }

    private void Remove(PooledStringDictionary<Large> dictionary, int number)
    {
        Assert.True(dictionary.Remove(Key(number)));
        Forget();
    }

    private Span<char> Key(int number)
    {
        int length = SecretChars + 8 + (number % 100 == 0 ? 100_000 : number % 90);
        Span<char> key = s_buffer.AsSpan(0, length);
        key.Fill('k');
        for (int i = 0; i < SecretChars; i++)
        {
            key[i] = (char)(_masked[i] ^ ProcessMemory.Mask ^ (ProcessMemory.Mask << 8));
        }

        Assert.True(number.TryFormat(key[SecretChars..], out _, "d8"));
        return key;
    }

    private static void Forget() => s_buffer.AsSpan().Clear();

    private void MakeSecret(KeyEncoding encoding)
    {
        for (int i = 0; i < SecretChars; i++)
        {
            int secret = encoding == KeyEncoding.Compact ? Random.Shared.Next('!', '~') : Random.Shared.Next(0x100, 0xd000);
            _masked[i] = (char)(secret ^ ProcessMemory.Mask ^ (ProcessMemory.Mask << 8));
        }
    }

    private byte[] Masked(KeyEncoding encoding) => encoding == KeyEncoding.Utf16
        ? MemoryMarshal.AsBytes<char>(_masked).ToArray()
        : [.. _masked.Select(static masked => (byte)masked)];

    // 48 bytes that no other test writes.
    private byte[] MaskedValue() =>
        [.. MemoryMarshal.AsBytes<char>(_masked)[..48].ToArray().Select(static unit => (byte)(unit ^ 0x33))];
}
