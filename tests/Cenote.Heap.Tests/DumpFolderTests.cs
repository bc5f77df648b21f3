using System.Diagnostics;

namespace Cenote.Heap.Tests;

public sealed class DumpFolderTests : IDisposable
{
    private const UnixFileMode ForAll = FileModes.ForOwner | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private const uint Nobody = 65534;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [PtraceFact]
    public void A_link_in_place_of_the_dump_is_not_followed_and_its_target_is_unchanged()
    {
        string victim = _folder.Write("victim", [1, 2, 3]);
        FileModes.Set(victim, ForAll);
        using (var folder = new DumpFolder(_folder.Path, Environment.ProcessId))
        {
            File.Delete(folder.DumpName);
            File.CreateSymbolicLink(folder.DumpName, victim);

            folder.TakeBack();
            Assert.False(folder.HasDump);
        }

        Assert.Equal(ForAll, FileModes.Of(victim));
        Assert.Equal([1, 2, 3], File.ReadAllBytes(victim));
        Assert.Single(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [PtraceFact]
    public void Everything_in_the_folder_is_deleted_but_no_target_of_a_link()
    {
        string outside = _folder.PathOf("outside");
        Directory.CreateDirectory(outside);
        File.WriteAllBytes(Path.Combine(outside, "kept"), [1]);
        using (var folder = new DumpFolder(_folder.Path, Environment.ProcessId))
        {
            string inside = Path.Combine(folder.Name, "mine");
            Directory.CreateDirectory(inside);
            File.WriteAllBytes(Path.Combine(inside, "file"), [1]);
            Directory.CreateSymbolicLink(Path.Combine(inside, "link"), outside);
            Directory.CreateSymbolicLink(Path.Combine(folder.Name, "link"), outside);
        }

        Assert.Single(Directory.EnumerateFileSystemEntries(_folder.Path));
        Assert.Single(Directory.EnumerateFiles(outside));
    }

    [PtraceFact]
    public void A_renamed_folder_contains_no_dump_and_the_new_folder_of_its_name_is_kept()
    {
        string moved = _folder.PathOf("moved");
        string foreign;
        using (var folder = new DumpFolder(_folder.Path, Environment.ProcessId))
        {
            File.WriteAllBytes(folder.DumpName, [1, 2, 3]);
            foreign = folder.Name;
            Directory.Move(foreign, moved);
            Directory.CreateDirectory(foreign);
        }

        Assert.True(Directory.Exists(foreign));
        Assert.Empty(Directory.EnumerateFileSystemEntries(moved));
    }

    [PtraceFact]
    public void The_dump_is_for_its_owner_only()
    {
        using var folder = new DumpFolder(_folder.Path, Environment.ProcessId);
        File.WriteAllBytes(folder.DumpName, [1, 2, 3]);

        Assert.Equal(FileModes.ForOwner, FileModes.Of(folder.DumpName));
        Assert.Equal(FileModes.ForOwner | UnixFileMode.UserExecute, FileModes.Of(folder.Name));
        Assert.True(folder.HasDump);
        using FileStream dump = folder.OpenDump();
        Assert.Equal(3, dump.Length);
    }

    [SetprivFact]
    public void Another_user_can_write_the_dump_until_it_is_taken_back_and_nothing_else()
    {
        FileModes.Set(_folder.Path, (UnixFileMode)0b111_111_111);
        using var sleeping = Process.Start("/bin/bash", ["-c", $"exec {SetprivFactAttribute.AsNobody} sleep 60"]);
        Assert.True(SpinWait.SpinUntil(() => FileOwner.OfProcess(sleeping.Id) == Nobody, TimeSpan.FromSeconds(30)));
        try
        {
            using var folder = new DumpFolder(_folder.Path, sleeping.Id);
            foreach (string refused in (string[])
                ["ls $F", "mkdir $F/mine", "ln -s / $F/link", "touch $F/file", "rm $F/heap.dmp", "mv $F/heap.dmp x"])
            {
                Assert.NotEqual(0, AsNobody(refused, folder));
            }

            Assert.Equal(0, AsNobody("echo dump > $F/heap.dmp", folder));
            Assert.True(folder.HasDump);
            folder.TakeBack();
            Assert.NotEqual(0, AsNobody("echo more >> $F/heap.dmp", folder));
            Assert.Equal(FileModes.ForOwner, FileModes.Of(folder.DumpName));
        }
        finally
        {
            sleeping.Kill();
        }

        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [Fact]
    public void An_empty_dump_of_a_process_is_a_failure_that_names_the_process()
    {
        HeapException failure = Assert.Throws<HeapException>(() => ProcessDump.Check(77, new MemoryStream()));

        Assert.False(failure.IsUsage);
        Assert.Contains("The dump of process 77 is empty or truncated", failure.Message, StringComparison.Ordinal);
    }

    private static int AsNobody(string command, DumpFolder folder)
    {
        var start = new ProcessStartInfo(
            "/bin/bash", ["-c", $"exec {SetprivFactAttribute.AsNobody} bash -c '{command}' 2>/dev/null >&2"]);
        start.Environment["F"] = folder.Name;
        using Process process = Process.Start(start)!;
        process.WaitForExit();
        return process.ExitCode;
    }
}
