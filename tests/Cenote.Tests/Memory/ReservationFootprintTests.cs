using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Cenote.Arenas;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Memory;

/// <summary>
/// The memory of a number of strings must not depend on the reserved addresses, nor on the process's address limit.
/// </summary>
public sealed partial class ReservationFootprintTests(ITestOutputHelper output)
{
    private const int Strings = 100_000;
    private const int Length = 34;
    private const string LimitVariable = "CENOTE_LIMITED_ADDRESSES";

    // Creates an instance and returns its bytes when filled, and when filled again after all strings were freed.
    private static readonly Dictionary<string, Func<long, PageSource, (long Filled, long Refilled)>> s_kinds = new()
    {
        ["segmented"] = static (reserved, pages) =>
        {
            using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = reserved }, pages);
            return Pool(pool);
        },
        ["concurrent"] = static (reserved, pages) =>
        {
            using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { ReservedAddressBytes = reserved }, pages);
            return Pool(pool);
        },
        ["UTF-8"] = static (reserved, pages) =>
        {
            using var pool = new Utf8StringPool(new Utf8StringPoolOptions { ReservedAddressBytes = reserved }, pages);
            PooledUtf8String[] Fill() =>
                [.. Enumerable.Range(0, Strings).Select(number => pool.Allocate(Encoding.UTF8.GetBytes(Text(number))))];
            PooledUtf8String[] handles = Fill();
            long filled = pool.BytesReserved;
            Array.ForEach(handles, static handle => handle.Free());
            handles = Fill();
            Assert.True(handles[^1].Equals(Encoding.UTF8.GetBytes(Text(Strings - 1))));
            return (filled, pool.BytesReserved);
        },
        ["arena"] = static (reserved, pages) =>
        {
            using var arena = new StringArena(new StringArenaOptions { ReservedAddressBytes = reserved }, pages);
            Fill();
            long filled = arena.BytesReserved;
            arena.Reset();
            Fill();
            return (filled, arena.BytesReserved);

            void Fill()
            {
                for (int i = 0; i < Strings; i++)
                {
                    ArenaString value = arena.Add(Text(i));
                    Assert.True(arena.AsSpan(value).SequenceEqual(Text(i)));
                }
            }
        },
        ["table"] = static (reserved, pages) =>
        {
            using var table = new StringTable(new StringTableOptions { ReservedAddressBytes = reserved }, pages);
            for (int i = 0; i < 2 * Strings; i++)
            {
                Assert.Equal(i % Strings, table.GetOrAdd(Text(i % Strings)));
            }

            long bytes = table.GetStatistics().BytesReserved;
            return (bytes, bytes);
        },
    };

    public static TheoryData<string> Kinds => [.. s_kinds.Keys];

    private static bool IsLimited => RunSettings.IsSet(LimitVariable);

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Strings_take_as_much_memory_behind_the_reservation_as_in_it(string kind)
    {
        long? most = null;
        foreach (long reserved in new[] { AddressSpace.MaximumReservation, 1 << 20, 0 })
        {
            (long filled, long refilled) = s_kinds[kind](reserved, PageSource.System);
            output.WriteLine($"{kind}, {reserved} bytes reserved: {filled} bytes filled, {refilled} refilled");

            // Without a reservation, a structure that moves as it grows leaves its old memory unused.
            most ??= (kind == "table" ? 2 * filled : filled + (filled / 8)) + (1 << 20);
            Assert.InRange(filled, Strings * Length, most.Value);
            Assert.InRange(refilled, Strings * Length, most.Value);
        }

        // Headers, rounding and indexes add at most the size of the text, and in a table at most five times that size.
        Assert.InRange(most!.Value, 1, (kind == "table" ? 6 : 2) * Strings * Length * sizeof(char));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void The_system_is_asked_for_memory_as_often_as_the_memory_is_large(string kind)
    {
        if (IsLimited)
        {
            return;
        }

        var pages = new FailingPageSource();
        (long filled, _) = s_kinds[kind](0, pages);

        // At most two requests per granule: map a run and make it usable.
        Assert.InRange(pages.Requests, 1, (2 * filled / AddressSpace.GranuleBytes) + 64);
    }

    [Fact]
    public void The_contiguous_pool_takes_what_its_texts_take()
    {
        using var pool = new UnmanagedStringPool(1_000);
        for (int i = 0; i < Strings; i++)
        {
            pool.Allocate(Text(i));
        }

        Assert.InRange(pool.BytesReserved, 1, 2 * Strings * Length * sizeof(char));
    }

    [Fact]
    public void A_pool_does_without_a_reservation_that_is_refused()
    {
        if (IsLimited)
        {
            // Under a limit of addresses, even the reservation that the test expects may be refused.
            return;
        }

        var pages = new FailingPageSource { Fails = static request => request < 1 };
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions(), pages);

        PooledStringRef[] handles = [.. Enumerable.Range(0, 10_000).Select(number => pool.Allocate(Text(number)))];

        Assert.Equal(1, pages.Failures);
        Assert.InRange(pages.Reservations, 2, 100);
        Assert.All(handles, static (handle, number) => Assert.Equal(Text(number), handle.ToString()));
    }

    // The argument is in KiB, the unit of ulimit. The runtime and the test host also need addresses.
    [LongTheory]
    [InlineData(16 << 20)]
    [InlineData(64 << 20)]
    public async Task Strings_take_no_more_memory_in_a_process_with_few_addresses(int kibibytes)
    {
        if (!OperatingSystem.IsLinux() || IsLimited)
        {
            return;
        }

        string host = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";
        string command = $"ulimit -v {kibibytes} && exec '{host}' vstest '{typeof(ReservationFootprintTests).Assembly.Location}' "
            + $"--TestCaseFilter:'FullyQualifiedName~{nameof(ReservationFootprintTests)}'";
        var start = new ProcessStartInfo("/bin/sh", ["-c", command])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment = { [LimitVariable] = "1" },
        };
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string text = await process.StandardOutput.ReadToEndAsync() + await errors;
        await process.WaitForExitAsync();

        output.WriteLine(text);
        Assert.Equal(0, process.ExitCode);
        Match passed = PassedTests().Match(text);
        Assert.True(
            passed.Success
                && int.Parse(passed.Groups[1].ValueSpan, CultureInfo.InvariantCulture) > s_kinds.Count, "Tests did not run.");
    }

    private static (long Filled, long Refilled) Pool(StringPool pool)
    {
        PooledStringRef[] Fill() => [.. Enumerable.Range(0, Strings).Select(number => pool.Allocate(Text(number)))];
        PooledStringRef[] handles = Fill();
        long filled = pool.BytesReserved;
        Array.ForEach(handles, static handle => handle.Free());
        handles = Fill();
        Assert.Equal(Text(Strings - 1), handles[^1].ToString());
        return (filled, pool.BytesReserved);
    }

    private static string Text(int number) => number.ToString("d34", CultureInfo.InvariantCulture);

    [GeneratedRegex(@"Passed\s*:\s*(\d+)")]
    private static partial Regex PassedTests();
}
