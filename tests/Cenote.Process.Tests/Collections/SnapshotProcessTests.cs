using System.Diagnostics;
using System.Globalization;
using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Process.Tests.Collections;

/// <summary>
/// Snapshots shared between processes. Each child process runs one test of this class. Without the environment variable that
/// names the snapshot, that test does nothing.
/// </summary>
public sealed class SnapshotProcessTests(ITestOutputHelper output) : IDisposable
{
    private const string PathVariable = "CENOTE_TEST_SNAPSHOT";
    private const int Count = 300_000;
    private const double MostPrivateShare = 0.05;
    private const string ReadyEnd = ".ready";

    private readonly string _folder = Directory.CreateTempSubdirectory("cenote").FullName;

    private static string? GivenPath => Environment.GetEnvironmentVariable(PathVariable);

    private string FilePath => Path.Combine(_folder, "numbers.cenote");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [LinuxFact]
    public void Two_processes_share_the_memory_of_a_file()
    {
        if (GivenPath is not null)
        {
            return;
        }

        Save(FilePath, Count);
        using FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.Open(FilePath);
        frozen.Verify();
        using System.Diagnostics.Process process = Start(nameof(Other_process_opens_and_reads), FilePath);
        string text = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        output.WriteLine(text);
        Assert.Equal(0, process.ExitCode);
        Assert.True(File.Exists(FilePath + ReadyEnd), "The other process has not read the file.");
        frozen.Verify();
    }

    [LinuxFact]
    public void Other_process_opens_and_reads()
    {
        if (GivenPath is not { } path)
        {
            return;
        }

        using FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.Open(path);
        frozen.Verify();
        Assert.Equal(Count, frozen.Count);
        Assert.Equal(17, frozen["number 17"]);
        Assert.InRange(BytesOf(path, "Rss:"), frozen.FileBytes, long.MaxValue);
        Assert.InRange(BytesOf(path, "Private_"), 0, (long)(MostPrivateShare * frozen.FileBytes));
        File.WriteAllText(path + ReadyEnd, "");
    }

    [LinuxFact(IsLong = true)]
    public void A_process_that_is_killed_while_it_saves_leaves_the_file_as_it_was()
    {
        if (GivenPath is not null)
        {
            return;
        }

        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        Save(FilePath, 1_000);
        for (int round = 0; round < 2; round++)
        {
            File.Delete(FilePath + ReadyEnd);
            using System.Diagnostics.Process process = Start(nameof(Other_process_saves_again_and_again), FilePath);
            while (!File.Exists(FilePath + ReadyEnd) && !process.HasExited)
            {
                Thread.Sleep(10);
            }

            Thread.Sleep(random.Next(60));
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
            Assert.True(File.Exists(FilePath + ReadyEnd), "The other process has not saved the file.");
            using FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.Open(FilePath);
            frozen.Verify();
            Assert.True(frozen.Count is 1_000 or Count);
        }
    }

    [LinuxFact]
    public void Other_process_saves_again_and_again()
    {
        if (GivenPath is not { } path)
        {
            return;
        }

        using PooledStringDictionary<int> numbers = Numbers(Count);
        File.WriteAllText(path + ReadyEnd, "");
        while (true)
        {
            numbers.Save(path);
        }
    }

    [LinuxFact]
    public void A_full_disk_leaves_the_former_file_and_no_other()
    {
        string folder = Path.Combine(_folder, "small");
        Directory.CreateDirectory(folder);
        if (GivenPath is not null || Environment.UserName != "root" || !Run("mount", "-t", "tmpfs", "-o", "size=2m", "none", folder))
        {
            return;
        }

        try
        {
            string path = Path.Combine(folder, "numbers.cenote");
            Save(path, 1_000);
            byte[] former = File.ReadAllBytes(path);
            Assert.Throws<IOException>(() => Save(path, Count));
            Assert.Equal([path], Directory.GetFiles(folder));
            Assert.Equal(former, File.ReadAllBytes(path));
        }
        finally
        {
            Assert.True(Run("umount", folder));
        }
    }

    [Fact]
    public void Looking_up_in_a_file_allocates_nothing()
    {
        Save(FilePath, 1_000);
        string[] keys = [.. Enumerable.Range(0, 1_000).Select(static i => $"number {i}"), "schlüssel", ""];
        byte[][] utf8 = [.. keys.Select(System.Text.Encoding.UTF8.GetBytes)];
        using FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.Open(FilePath);
        int found = 0;
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            foreach (string key in keys)
            {
                found += frozen.TryGetValue(key, out _) ? 1 : 0;
            }

            foreach (byte[] key in utf8)
            {
                found += frozen.ContainsKey(key) ? 1 : 0;
            }
        }));
        Assert.Equal(0, found % 2_000);
    }

    [Fact]
    public void Looking_up_in_a_file_of_a_set_or_a_table_allocates_nothing()
    {
        string[] texts = [.. Enumerable.Range(0, 1_000).Select(static i => i % 3 == 0 ? $"schlüssel {i}" : $"text {i}")];
        byte[][] utf8 = [.. texts.Select(System.Text.Encoding.UTF8.GetBytes)];
        using (var set = new PooledStringSet(texts))
        {
            set.Save(FilePath);
        }

        using FrozenPooledStringSet frozenSet = FrozenPooledStringSet.Open(FilePath);
        using (var table = new StringTable())
        {
            Array.ForEach(texts, text => table.GetOrAdd(text));
            table.Save(FilePath);
        }

        using FrozenStringTable frozenTable = FrozenStringTable.Open(FilePath);
        int found = 0;
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            for (int i = 0; i < texts.Length; i++)
            {
                found += frozenSet.Contains(texts[i]) && frozenSet.Contains(utf8[i]) ? 1 : 0;
                found += frozenTable.TryGetId(texts[i], out int id) && id == i ? 1 : 0;
                found += frozenTable.TryGetId(utf8[i], out id) && frozenTable.AsSpan(id).Length == texts[i].Length ? 1 : 0;
            }
        }));
        Assert.Equal(0, found % 3_000);
        Assert.True(found > 0);
    }

    private static System.Diagnostics.Process Start(string test, string path)
    {
        string host = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";
        return System.Diagnostics.Process.Start(new ProcessStartInfo(
            host,
            [
                "vstest",
                typeof(SnapshotProcessTests).Assembly.Location,
                $"--TestCaseFilter:FullyQualifiedName~{nameof(SnapshotProcessTests)}.{test}",
            ])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            Environment = { [PathVariable] = path },
        })!;
    }

    private static bool Run(string program, params string[] arguments)
    {
        using var process = System.Diagnostics.Process.Start(
            new ProcessStartInfo(program, arguments) { RedirectStandardError = true, UseShellExecute = false })!;
        process.WaitForExit();
        return process.ExitCode == 0;
    }

    // A field that Linux reports for the mapping of a file.
    private static long BytesOf(string path, string field) =>
        1024 * File.ReadLines("/proc/self/smaps")
            .SkipWhile(line => !line.EndsWith(path, StringComparison.Ordinal))
            .Skip(1)
            .TakeWhile(static line => line.EndsWith("kB", StringComparison.Ordinal))
            .Where(line => line.StartsWith(field, StringComparison.Ordinal))
            .Sum(static line => long.Parse(
                line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture));

    private static void Save(string path, int count)
    {
        using PooledStringDictionary<int> numbers = Numbers(count);
        numbers.Save(path);
    }

    private static PooledStringDictionary<int> Numbers(int count)
    {
        var numbers = new PooledStringDictionary<int>();
        for (int i = 0; i < count; i++)
        {
            numbers.Add($"number {i}", i);
        }

        return numbers;
    }
}
