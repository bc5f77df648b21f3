using System.Diagnostics;
using System.Globalization;
using System.Text;
using Cenote.Collections;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Snapshots;

/// <summary>
/// A snapshot of real data: the names of the packages in a package list of apt, each with the offset of its first entry. Two
/// processes open the snapshot.
/// </summary>
internal static class PackageIndex
{
    public const string Command = "package-index";

    public const string Usage = """
        package-index LIST    saves a snapshot of the offset of each package, by name, in a package list of apt
                              (/var/lib/apt/lists/*Packages), and opens the snapshot in two processes
        """;

    private const string Child = "--open";
    private const string NameField = "Package: ";

    public static int Run(string[] args)
    {
        switch (args)
        {
            case [Child, string path]:
                return OpenSecond(path);
            case [string list]:
                return Build(list);
            default:
                Console.Error.WriteLine(Usage);
                return 1;
        }
    }

    private static int OpenSecond(string path)
    {
        using FrozenPooledStringDictionary<long> index = Open(path, out string what);
        string mapped = "";
        if (OperatingSystem.IsLinux())
        {
            long all = MappedBytes(path, "Rss:");
            long own = MappedBytes(path, "Private_");
            mapped = Invariant($"; after reading it all, {all:N0} bytes of the file are in memory, {own:N0} of them private");
        }

        Console.WriteLine(Invariant($"second process: {what}{mapped}"));
        return 0;
    }

    private static int Build(string list)
    {
        using PooledStringDictionary<long> index = Read(list);
        string path = Path.Combine(Path.GetTempPath(), Invariant($"cenote-{Environment.ProcessId}.cenote"));
        try
        {
            long start = Stopwatch.GetTimestamp();
            index.Save(path);
            double save = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            long bytes = new FileInfo(path).Length;
            Console.WriteLine(Invariant(
                $"{index.Count:N0} packages of {new FileInfo(list).Length:N0} bytes; a snapshot of {bytes:N0} bytes, saved in {save:F1} ms"));
            using FrozenPooledStringDictionary<long> first = Open(path, out string what);
            Console.WriteLine(Invariant($"first process: {what}"));
            foreach ((ReadOnlySpan<char> name, long place) in first)
            {
                if (index[name] != place)
                {
                    throw new InvalidOperationException($"{name} has another offset.");
                }
            }

            var second = new ChildProcess(typeof(PackageIndex).Assembly);
            Console.WriteLine(second.RunAsync([Command, Child, path]).GetAwaiter().GetResult());
            return 0;
        }
        finally
        {
            File.Delete(path);
        }
    }

    // Opens the snapshot twice: once so that the JIT compiles the code, and once to measure.
    private static FrozenPooledStringDictionary<long> Open(string path, out string what)
    {
        using (FrozenPooledStringDictionary<long> first = FrozenPooledStringDictionary<long>.Open(path))
        {
            first.Verify();
        }

        long start = Stopwatch.GetTimestamp();
        FrozenPooledStringDictionary<long> index = FrozenPooledStringDictionary<long>.Open(path);
        long found = index.TryGetValue("bash", out long place) ? place : -1;
        double open = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        index.Verify();
        what = Invariant($"{index.Count:N0} packages, opened and bash found at byte {found:N0} in {open:F2} ms");
        return index;
    }

    // Adds up the fields with a given prefix in Linux's description of the file's mapping, in bytes.
    private static long MappedBytes(string path, string field) =>
        1024 * File.ReadLines("/proc/self/smaps")
            .SkipWhile(line => !line.EndsWith(path, StringComparison.Ordinal))
            .Skip(1)
            .TakeWhile(static line => line.EndsWith("kB", StringComparison.Ordinal))
            .Where(line => line.StartsWith(field, StringComparison.Ordinal))
            .Sum(static line => long.Parse(
                line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture));

    private static PooledStringDictionary<long> Read(string list)
    {
        var index = new PooledStringDictionary<long>();
        long position = 0;
        foreach (string line in File.ReadLines(list, Encoding.UTF8))
        {
            if (line.StartsWith(NameField, StringComparison.Ordinal))
            {
                index.TryAdd(line.AsSpan(NameField.Length), position);
            }

            position += Encoding.UTF8.GetByteCount(line) + 1;
        }

        return index;
    }
}
