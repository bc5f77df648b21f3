namespace Cenote.Heap.Tests;

[Collection(VictimTests.Name)]
public sealed class ProcessDumpTests(VictimFixture fixture) : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [PtraceFact]
    public void A_dump_that_is_kept_is_for_its_owner_only()
    {
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(fixture.Dump));
        }
    }

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
            Assert.Contains("no .NET process", refusal.Message, StringComparison.Ordinal);
        }
        finally
        {
            sleeping.Kill();
        }
    }

    [PtraceFact]
    public void A_process_that_has_no_room_for_the_dump_goes_on_and_nothing_is_left()
    {
        // Its files may have a megabyte each. The runtime's own, which are its code in memory, must not count.
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
}
