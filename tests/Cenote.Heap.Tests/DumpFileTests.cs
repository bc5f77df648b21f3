namespace Cenote.Heap.Tests;

[Collection(OtherVictimTests.Name)]
public sealed class DumpFileTests(VictimFixture fixture) : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("nothing.dmp", "", "is empty")]
    [InlineData("text.dmp", "This is a text and no dump, as long as it may be, and it goes on and on and on and on.", "is not a dump")]
    [InlineData("short.dmp", "\u007fELF", "is not a dump")]
    [InlineData("windows.dmp", "MDMP and then nothing that makes sense to anybody who reads it as a dump", "cannot be read as a dump")]
    public void What_is_no_dump_is_refused_in_a_line(string name, string content, string reason)
    {
        string path = _folder.Write(name, System.Text.Encoding.UTF8.GetBytes(content));

        HeapException refusal = Assert.Throws<HeapException>(() => HeapSource.OpenDump(path, dac: null));

        Assert.True(refusal.IsUsage);
        Assert.Contains(reason, refusal.Message, StringComparison.Ordinal);
        Assert.Contains(path, refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_library_is_no_dump() =>
        Assert.Contains(
            "is not a dump",
            Assert.Throws<HeapException>(() => HeapSource.OpenDump("/bin/sh", dac: null)).Message,
            StringComparison.Ordinal);

    [Fact]
    public void A_file_that_is_not_there_and_a_folder_are_refused()
    {
        Assert.Contains("does not exist", Refusal(_folder.PathOf("missing")), StringComparison.Ordinal);
        Assert.Contains("is a directory", Refusal(_folder.Path), StringComparison.Ordinal);

        static string Refusal(string path) => Assert.Throws<HeapException>(() => HeapSource.OpenDump(path, dac: null)).Message;
    }

    [PtraceFact]
    public void A_dump_that_is_truncated_anywhere_is_refused()
    {
        byte[] start = new byte[200_000];
        using (FileStream file = File.OpenRead(fixture.Dump))
        {
            file.ReadExactly(start);
        }

        foreach (int length in new[] { 5, 63, 64, 100, 4_000, 200_000 })
        {
            string path = _folder.Write("truncated.dmp", start[..length]);
            HeapException refusal = Assert.Throws<HeapException>(() => HeapSource.OpenDump(path, dac: null));
            Assert.True(refusal.IsUsage);
            Assert.Contains(length < 64 ? "is not a dump" : "is truncated", refusal.Message, StringComparison.Ordinal);
        }
    }

    [PtraceFact]
    public void A_library_that_does_not_fit_the_runtime_is_refused()
    {
        string missing = _folder.PathOf("libmscordaccore.so");
        Assert.Contains(
            "does not exist",
            Assert.Throws<HeapException>(() => HeapSource.OpenDump(fixture.Dump, missing)).Message,
            StringComparison.Ordinal);

        _folder.Write("libmscordaccore.so", [1, 2, 3]);
        HeapException refusal = Assert.Throws<HeapException>(() => HeapSource.OpenDump(fixture.Dump, missing));
        Assert.True(refusal.IsUsage);
        Assert.Contains("does not match the runtime of the process", refusal.Message, StringComparison.Ordinal);
    }

    [PtraceFact]
    public void A_dump_of_another_build_of_the_runtime_asks_for_its_library()
    {
        // Changes the runtime's build id wherever it occurs in a copy of the dump.
        byte[] id = ElfBuildId.Of(
            Path.Combine(System.Runtime.InteropServices.RuntimeEnvironment.GetRuntimeDirectory(), "libcoreclr.so"));
        Assert.Equal(20, id.Length);
        byte[] dump = File.ReadAllBytes(fixture.Dump);
        for (int at = 0; (at = IndexOf(dump, id, at)) >= 0;)
        {
            dump[at] ^= 0xFF;
        }

        string path = _folder.Write("other.dmp", dump);
        HeapException refusal = Assert.Throws<HeapException>(() => HeapSource.OpenDump(path, dac: null));

        Assert.True(refusal.IsUsage);
        Assert.Contains("--dac FILE", refusal.Message, StringComparison.Ordinal);

        static int IndexOf(byte[] bytes, byte[] wanted, int from)
        {
            int index = bytes.AsSpan(from).IndexOf(wanted);
            return index < 0 ? -1 : from + index;
        }
    }
}
