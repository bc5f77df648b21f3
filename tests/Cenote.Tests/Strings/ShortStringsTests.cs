using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>The short-string guard, in pools whose own tests do not cover it.</summary>
public class ShortStringsTests
{
    private const int Minimum = 10;

    [Fact]
    public void A_contiguous_pool_refuses_short_strings_if_told_so()
    {
        using var pool = new UnmanagedStringPool(new UnmanagedStringPoolOptions
        {
            MinimumLength = Minimum,
            ShortStrings = ShortStrings.Throw,
        });

        ArgumentException exception = Assert.Throws<ArgumentException>(() => pool.Allocate("nine char"));
        Assert.Equal("value", exception.ParamName);
        Assert.Contains("9 chars", exception.Message, StringComparison.Ordinal);
        Assert.Contains("MinimumLength", exception.Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentException>(() => pool.Allocate("nine char"u8));
        Assert.Throws<ArgumentException>(
            () => pool.Create(Minimum - 1, 0, static (_, _) => Assert.Fail("The string was rejected too late.")));
        Assert.False(pool.TryAllocate("nine char", out _));
        Assert.False(pool.TryAllocate("nine char"u8, out _));
        Assert.True(pool.Allocate("").IsEmpty);
        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal("ten chars!", pool.Allocate("ten chars!").ToString());
    }

    [Fact]
    public void A_contiguous_pool_keeps_short_strings_managed_if_told_so()
    {
        using var pool = new UnmanagedStringPool(new UnmanagedStringPoolOptions
        {
            MinimumLength = Minimum,
            ShortStrings = ShortStrings.Managed,
        });
        PooledString[] handles =
        [
            pool.Allocate("Tulum"),
            pool.Allocate("Tulum"u8),
            pool.Create(5, "Tulum", static (chars, text) => text.CopyTo(chars)),
            pool.Allocate($"{"Tulum"}"),
            pool.Allocate("Tulum").Duplicate(),
            pool.Allocate("Tulum and more").Replace(" and more", ""),
        ];

        Assert.Equal(7, pool.GetStatistics().ManagedStrings);
        pool.Trim();
        Span<char> copy = stackalloc char[Minimum];
        Span<char> small = stackalloc char[2];
        foreach (PooledString handle in handles)
        {
            Assert.Equal("Tulum", handle.ToString());
            Assert.Equal("Tulum", pool.AsSpan(handle.Id).ToString());
            Assert.True(handle.TryCopyTo(copy, out int length));
            Assert.Equal("Tulum", copy[..length].ToString());
            Assert.False(handle.TryCopyTo(small, out length));
            Assert.Equal(5, length);
            Assert.True(handle.TryGetString(out string? text));
            Assert.Equal("Tulum", text);
            Assert.True(handle.Equals(handles[^1]));
            handle.Free();
            handle.Free();
            Assert.False(handle.IsAlive);
            Assert.False(handle.TryGetString(out _));
            Assert.Throws<InvalidOperationException>(() => handle.Length);
        }

        Assert.Equal(2, pool.ActiveAllocations);
    }

    [Fact]
    public void Handles_of_short_strings_of_a_contiguous_pool_go_stale_on_clear_reuse_and_disposal()
    {
        var pool = new UnmanagedStringPool(new UnmanagedStringPoolOptions
        {
            MinimumLength = Minimum,
            ShortStrings = ShortStrings.Managed,
        });
        var stale = new List<PooledString>();
        for (int round = 0; round < 4; round++)
        {
            PooledString[] handles = [.. Enumerable.Range(0, 1_000).Select(number => pool.Allocate($"{round}:{number}"))];
            Assert.All(handles, (handle, number) => Assert.Equal($"{round}:{number}", handle.ToString()));
            Assert.All(stale, static handle => Assert.False(handle.IsAlive));
            stale.AddRange(handles);
            if (round % 2 == 0)
            {
                pool.Clear();
            }
            else
            {
                Array.ForEach(handles, static handle => handle.Free());
            }

            Assert.Equal(0, pool.ActiveAllocations);
        }

        PooledString last = pool.Allocate("last");
        pool.Dispose();

        Assert.False(last.IsAlive);
        Assert.Throws<ObjectDisposedException>(() => last.Length);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_pool_of_UTF8_refuses_short_strings_if_told_so(bool concurrent)
    {
        using Utf8Pool pool = Make(concurrent, ShortStrings.Throw);

        ArgumentException exception = Assert.Throws<ArgumentException>(() => pool.Allocate("nine byte"u8));
        Assert.Equal("utf8", exception.ParamName);
        Assert.Contains("9 bytes", exception.Message, StringComparison.Ordinal);
        Assert.Equal("utf16", Assert.Throws<ArgumentException>(() => pool.Allocate("nine byte")).ParamName);
        Assert.Throws<ArgumentException>(() => pool.Create(Minimum - 1, 0, static (_, _) => { }));
        Assert.Throws<ArgumentException>(() => pool.Allocate([(byte)'a', 0xFF]));
        Assert.False(pool.TryAllocate("nine byte"u8, out _));
        Assert.False(pool.TryAllocate("nine byte", out _));
        Assert.False(pool.TryAllocate([(byte)'a', 0xFF], out _));
        Assert.True(pool.Allocate("").IsEmpty);
        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal("10 bytes!!", pool.Allocate("10 bytes!!"u8).ToString());

        // Four chars of three bytes each, also after the repair of invalid bytes.
        Assert.Equal("€€€€", pool.Allocate("€€€€").ToString());
        Assert.Equal("\uFFFD\uFFFD\uFFFD\uFFFD", pool.Allocate([0xFF, 0xFF, 0xFF, 0xFF]).ToString());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_pool_of_UTF8_keeps_short_strings_managed_if_told_so(bool concurrent)
    {
        using Utf8Pool pool = Make(concurrent, ShortStrings.Managed);
        PooledUtf8String[] handles =
        [
            pool.Allocate("Tulum"u8),
            pool.Allocate("Tulum"),
            pool.DangerousAllocate("Tulum"u8),
            pool.Create(5, 0, static (bytes, _) => "Tulum"u8.CopyTo(bytes)),
            pool.Allocate($"{"Tulum"}"),
            pool.Allocate("Tulum"u8).Duplicate(),
        ];

        Assert.Equal(7, pool.GetStatistics().ManagedStrings);
        Assert.Equal(0, pool.GetStatistics().TextBytes);
        pool.Trim();
        Span<byte> copy = stackalloc byte[Minimum];
        foreach (PooledUtf8String handle in handles)
        {
            Assert.Equal("Tulum", handle.ToString());
            Assert.Equal("Tulum", Encoding.UTF8.GetString(pool.AsSpan(handle.Id)));
            Assert.True(pool.TryCopyTo(handle.Id, copy, out int length));
            Assert.Equal("Tulum", Encoding.UTF8.GetString(copy[..length]));
            Assert.True(handle.Equals(handles[^1]));
            handle.Free();
            handle.Free();
            Assert.False(handle.IsAlive);
            Assert.Throws<InvalidOperationException>(() => handle.Length);
        }

        Assert.Equal(1, pool.GetStatistics().ManagedStrings);
        Assert.Equal("\uFFFD", pool.Allocate([0xFF]).ToString());
        PooledUtf8String last = pool.Allocate("last"u8);
        pool.Clear();
        Assert.False(last.IsAlive);
        Assert.Equal(0, pool.ActiveAllocations);
    }

    [Fact]
    public void A_contiguous_pool_says_that_it_was_its_limit_that_refused()
    {
        using var pool = new UnmanagedStringPool(new UnmanagedStringPoolOptions { MaximumBytes = 200_000 });

        OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new string('x', 200_000)));

        Assert.Contains("MaximumBytes of 200000", exception.Message, StringComparison.Ordinal);
        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal(50_000, pool.Allocate(new string('x', 50_000)).Length);
        exception = Assert.Throws<OutOfMemoryException>(
            () => new UnmanagedStringPool(new UnmanagedStringPoolOptions { MaximumBytes = 1_000 }));
        Assert.Contains("MaximumBytes of 1000", exception.Message, StringComparison.Ordinal);
        string least = exception.Message.Split("Set it to at least ")[1].Split(' ', ',', '.')[0];
        using var smallest = new UnmanagedStringPool(new UnmanagedStringPoolOptions
        {
            MaximumBytes = long.Parse(least, System.Globalization.CultureInfo.InvariantCulture),
        });
        Assert.Equal(least, $"{smallest.BytesReserved}");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1 << 20)]
    public void A_contiguous_pool_grows_to_half_of_its_addresses(long reservedAddressBytes)
    {
        using var pool = new UnmanagedStringPool(new UnmanagedStringPoolOptions
        {
            InitialCapacityChars = 10_000,
            ReservedAddressBytes = reservedAddressBytes,
        });
        long most = Math.Max(20_000, reservedAddressBytes / 2);

        void Fill()
        {
            while (pool.ActiveAllocations < 1_000_000)
            {
                pool.Allocate(new string('x', 500));
            }
        }

        OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(Fill);

        Assert.Contains("half of ReservedAddressBytes", exception.Message, StringComparison.Ordinal);
        Assert.InRange(pool.GetStatistics().TextBytes, most * 0.9, most + (64 << 10));
    }

    [Fact]
    public void Reading_and_freeing_short_strings_allocates_nothing()
    {
        using var pool = new UnmanagedStringPool(new UnmanagedStringPoolOptions
        {
            MinimumLength = Minimum,
            ShortStrings = ShortStrings.Managed,
        });
        PooledString[] handles = [.. Enumerable.Range(0, 1_000).Select(number => pool.Allocate($"{number}"))];

        long allocated = ManagedAllocations.Of(() =>
        {
            foreach (PooledString handle in handles)
            {
                _ = handle.TryGetSpan(out _);
                handle.Free();
            }
        });

        Assert.Equal(0, allocated);
    }

    private static Utf8Pool Make(bool concurrent, ShortStrings shortStrings) => concurrent
        ? new ConcurrentUtf8StringPool(
            new ConcurrentStringPoolOptions { MinimumLength = Minimum, ShortStrings = shortStrings })
        : new Utf8StringPool(new Utf8StringPoolOptions { MinimumLength = Minimum, ShortStrings = shortStrings });
}
