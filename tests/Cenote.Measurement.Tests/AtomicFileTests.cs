using System.Text;

namespace Cenote.Measurement.Tests;

public sealed class AtomicFileTests : IDisposable
{
    private readonly DirectoryInfo _directory = Directory.CreateTempSubdirectory("cenote");

    private string Target => Path.Combine(_directory.FullName, "report.json");

    public void Dispose() => _directory.Delete(recursive: true);

    [Fact]
    public void A_complete_file_replaces_the_former_one()
    {
        File.WriteAllText(Target, "former");

        AtomicFile.Write(Target, stream => stream.Write(Encoding.UTF8.GetBytes("complete")));

        Assert.Equal("complete", File.ReadAllText(Target));
        Assert.Single(_directory.GetFiles());
    }

    [Fact]
    public void A_failure_leaves_the_former_file_and_nothing_else()
    {
        File.WriteAllText(Target, "former");

        Assert.Throws<IOException>(() => AtomicFile.Write(Target, stream =>
        {
            stream.Write(Encoding.UTF8.GetBytes("half"));
            throw new IOException("the disk is full");
        }));

        Assert.Equal("former", File.ReadAllText(Target));
        Assert.Single(_directory.GetFiles());
    }

    [Fact]
    public void Paths_and_links_to_one_file_are_the_same_target()
    {
        string link = Path.Combine(_directory.FullName, "link.json");
        File.CreateSymbolicLink(link, Target);

        Assert.True(AtomicFile.IsSameTarget(Target, Path.Combine(_directory.FullName, ".", "report.json")));
        Assert.True(AtomicFile.IsSameTarget(link, Target));
        Assert.False(AtomicFile.IsSameTarget(Target, Path.Combine(_directory.FullName, "report.html")));
    }

    [Fact]
    public void A_file_larger_than_is_allowed_fails_like_a_full_disk()
    {
        File.WriteAllText(Target, "former");

        // As a stream throws it when the system says EFBIG.
        IOException exception = Assert.Throws<IOException>(
            () => AtomicFile.Write(Target, _ => throw new ArgumentOutOfRangeException("value")));

        Assert.Contains("too large", exception.Message, StringComparison.Ordinal);
        Assert.Equal("former", File.ReadAllText(Target));
        Assert.Single(_directory.GetFiles());
    }

    [Fact]
    public void A_link_stays_and_what_it_points_to_is_replaced()
    {
        File.WriteAllText(Target, "former");
        string link = Path.Combine(_directory.FullName, "link");
        File.CreateSymbolicLink(link, Target);

        AtomicFile.Write(link, stream => stream.Write(Encoding.UTF8.GetBytes("complete")));

        Assert.Equal("complete", File.ReadAllText(Target));
        Assert.Equal(Target, new FileInfo(link).LinkTarget);
    }

    [Fact]
    public void A_device_is_never_replaced()
    {
        if (OperatingSystem.IsWindows())
        {
            // Devices have no place in its file system.
            return;
        }

        string link = Path.Combine(_directory.FullName, "link");
        File.CreateSymbolicLink(link, "/dev/null");

        Assert.All(["/dev/null", "/dev/stdout", "/proc/self/fd/1", link], path => Assert.True(AtomicFile.IsDevice(path)));
        Assert.False(AtomicFile.IsDevice(Target));
        Assert.Throws<IOException>(() => AtomicFile.Write(link, _ => { }));
        Assert.True(new FileInfo("/dev/null").Exists);
    }

    [Fact]
    public void A_link_to_nothing_yet_is_followed()
    {
        string link = Path.Combine(_directory.FullName, "link");
        File.CreateSymbolicLink(link, Target);

        AtomicFile.Write(link, stream => stream.Write(Encoding.UTF8.GetBytes("complete")));

        Assert.Equal("complete", File.ReadAllText(Target));
    }

    [Fact]
    public void A_probe_leaves_nothing_behind_and_throws_where_writing_would()
    {
        File.WriteAllText(Target, "former");

        AtomicFile.Probe(Target);

        Assert.Equal("former", File.ReadAllText(Assert.Single(_directory.GetFiles()).FullName));
        Assert.ThrowsAny<IOException>(() => AtomicFile.Probe(Path.Combine(_directory.FullName, "none", "x")));
    }

    [Fact]
    public void A_directory_that_is_not_there_throws()
    {
        Assert.ThrowsAny<IOException>(() => AtomicFile.Write(Path.Combine(_directory.FullName, "none", "x"), _ => { }));
    }
}
