namespace Cenote.Heap.Tests;

[Collection(VictimTests.Name)]
public sealed class ProcessDumpTests(VictimFixture fixture) : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [PtraceFact]
    public void A_dump_that_is_kept_is_for_its_owner_only() => Assert.Equal(FileModes.ForOwner, FileModes.Of(fixture.Dump));

    [Fact]
    public void A_process_that_is_none_is_refused()
    {
        foreach (Action look in new Action[]
        {
            () => ProcessDump.Take(int.MaxValue, null, null, (_, _) => { }, CancellationToken.None),
            () => HeapSource.Attach(int.MaxValue, null, (_, _) => { }, CancellationToken.None),
        })
        {
            HeapException refusal = Assert.Throws<HeapException>(look);
            Assert.True(refusal.IsUsage);
            Assert.Contains("There is no process", refusal.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_process_without_the_runtime_is_refused()
    {
        using var sleeping = System.Diagnostics.Process.Start("sleep", "60");
        try
        {
            HeapException refusal = Assert.Throws<HeapException>(
                () => ProcessDump.Take(sleeping.Id, null, null, (_, _) => { }, CancellationToken.None));
            Assert.True(refusal.IsUsage);
            Assert.Contains("is not a .NET process", refusal.Message, StringComparison.Ordinal);
        }
        finally
        {
            sleeping.Kill();
        }
    }

    [PtraceFact]
    public void A_process_that_has_no_room_for_the_dump_goes_on_and_nothing_is_left()
    {
        // Files are limited to 1 MiB each. W^X is disabled, because the runtime would create larger in-memory files for its code.
        using var limited = new VictimProcess(
            "nothing", "trap '' XFSZ; ulimit -f 1024;", ("DOTNET_EnableWriteXorExecute", "0"));
        string path = _folder.PathOf("kept.dmp");

        HeapException failure = Assert.Throws<HeapException>(
            () => ProcessDump.Take(limited.Id, path, null, (_, _) => { }, CancellationToken.None));

        Assert.False(failure.IsUsage);
        limited.AssertRuns();
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [PtraceFact]
    public void An_existing_empty_file_is_kept_when_the_dump_fails()
    {
        using var victim = new VictimProcess("nothing");
        string path = _folder.Write("kept.dmp", []);
        using var stopping = new CancellationTokenSource();
        Task dumping = Task.Run(() => ProcessDump.Take(victim.Id, path, null, (_, _) => { }, stopping.Token).Dispose());
        victim.WaitUntilTraced();
        stopping.Cancel();

        Assert.ThrowsAny<OperationCanceledException>(() => dumping.GetAwaiter().GetResult());
        Assert.Empty(File.ReadAllBytes(path));
        victim.WaitUntilFree();
        victim.AssertRuns();
        Assert.Single(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [PtraceFact]
    public void A_kept_dump_replaces_no_file_with_content_no_device_and_no_folder()
    {
        string path = _folder.Write("kept.dmp", [1, 2, 3]);
        string link = _folder.PathOf("link");
        File.CreateSymbolicLink(link, path);
        foreach (string taken in (string[])[path, link, "/dev/null", _folder.Path, "/proc/self/comm"])
        {
            HeapException refusal = Assert.Throws<HeapException>(
                () => ProcessDump.Take(fixture.Victim.Id, taken, null, (_, _) => { }, CancellationToken.None));
            Assert.True(refusal.IsUsage);
            Assert.Contains($"'{taken}'", refusal.Message, StringComparison.Ordinal);
        }

        Assert.Equal([1, 2, 3], File.ReadAllBytes(path));
        Assert.Equal(2, Directory.EnumerateFileSystemEntries(_folder.Path).Count());
    }

    [PtraceFact]
    public void A_dump_is_kept_at_the_target_of_a_link_and_the_link_is_unchanged()
    {
        string path = _folder.PathOf("kept.dmp");
        string link = _folder.PathOf("link");
        File.CreateSymbolicLink(link, path);

        ProcessDump.Take(fixture.Victim.Id, link, null, (_, _) => { }, CancellationToken.None).Dispose();

        Assert.Equal(path, new FileInfo(link).LinkTarget);
        Assert.True(new FileInfo(path).Length > 1_000_000);
    }

    [PtraceFact]
    public void A_dump_that_replaces_a_world_readable_file_is_private_from_the_start()
    {
        string path = _folder.Write("kept.dmp", []);
        FileModes.Set(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead);
        Task dumping = Task.Run(() => ProcessDump.Take(fixture.Victim.Id, path, null, (_, _) => { }, CancellationToken.None).Dispose());
        int seen = 0;
        while (!dumping.IsCompleted)
        {
            seen += TemporaryDumps.AssertPrivate(_folder.Path);
            Assert.True(new FileInfo(path).Length == 0 || IsPrivate(path));
        }

        dumping.GetAwaiter().GetResult();
        Assert.True(seen > 0, "No dump was seen while it was written.");
        Assert.True(new FileInfo(path).Length > 1_000_000 && IsPrivate(path));
        Assert.Single(Directory.EnumerateFileSystemEntries(_folder.Path));

        static bool IsPrivate(string path) => FileModes.Of(path) == FileModes.ForOwner;
    }

    [PtraceFact]
    public void A_process_that_is_killed_while_it_is_dumped_is_told_as_such_and_nothing_is_left()
    {
        using var ending = new VictimProcess();
        string path = _folder.PathOf("kept.dmp");
        Task dumping = Task.Run(() => ProcessDump.Take(ending.Id, path, null, (_, _) => { }, CancellationToken.None).Dispose());
        ending.WaitUntilTraced();
        ending.Kill();

        AssertEnded(dumping);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [PtraceFact]
    public void A_process_that_ended_meanwhile_is_told_as_such()
    {
        using var ending = new VictimProcess("nothing");
        int id = ending.Id;
        ending.Kill();

        Assert.Contains(
            "There is no process",
            Assert.Throws<HeapException>(() => ProcessDump.Take(id, null, null, (_, _) => { }, CancellationToken.None)).Message,
            StringComparison.Ordinal);
        Assert.Contains(
            "ended before its heap was read",
            HeapProcesses.Explain(id, new IOException("gone")).Message,
            StringComparison.Ordinal);
    }

    private static void AssertEnded(Task task)
    {
        HeapException failure = Assert.Throws<HeapException>(() => task.GetAwaiter().GetResult());
        Assert.False(failure.IsUsage);
        Assert.Contains("ended before its heap was read", failure.Message, StringComparison.Ordinal);
    }
}
