namespace Cenote.Heap.Tests;

public sealed class DumpFolderTests : IDisposable
{
    private const UnixFileMode ForAll = FileModes.ForOwner | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [PtraceFact]
    public void A_link_in_place_of_the_dump_is_refused_and_what_it_leads_to_stays_as_it_is()
    {
        string victim = _folder.Write("victim", [1, 2, 3]);
        FileModes.Set(victim, ForAll);
        using (var folder = new DumpFolder(_folder.Path, Environment.ProcessId))
        {
            File.CreateSymbolicLink(Path.Combine(folder.Name, "heap.dmp"), victim);

            HeapException refusal = Assert.Throws<HeapException>(() => folder.OpenFile("heap.dmp"));
            Assert.False(refusal.IsUsage);
        }

        Assert.Equal(ForAll, FileModes.Of(victim));
        Assert.Equal([1, 2, 3], File.ReadAllBytes(victim));
        Assert.Single(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [PtraceFact]
    public void A_folder_in_place_of_the_dump_is_refused()
    {
        using var folder = new DumpFolder(_folder.Path, Environment.ProcessId);
        string path = Path.Combine(folder.Name, "heap.dmp");
        Directory.CreateDirectory(path);

        Assert.Contains("no ordinary file", Assert.Throws<HeapException>(() => folder.OpenFile("heap.dmp")).Message, StringComparison.Ordinal);
        Directory.Delete(path);
    }

    [PtraceFact]
    public void What_is_an_ordinary_file_is_opened_for_its_owner_only()
    {
        using var folder = new DumpFolder(_folder.Path, Environment.ProcessId);
        string path = Path.Combine(folder.Name, "heap.dmp");
        File.WriteAllBytes(path, [1, 2, 3]);
        FileModes.Set(path, ForAll);

        folder.OpenFile("heap.dmp").Dispose();

        Assert.Equal(FileModes.ForOwner, FileModes.Of(path));
    }

    [Fact]
    public void An_empty_dump_of_a_process_is_a_failure_that_names_the_process()
    {
        HeapException failure = Assert.Throws<HeapException>(() => ProcessDump.Check(77, new MemoryStream()));

        Assert.False(failure.IsUsage);
        Assert.Contains("The dump of process 77 is empty or truncated", failure.Message, StringComparison.Ordinal);
    }
}
