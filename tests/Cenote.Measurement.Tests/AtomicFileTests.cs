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
    public void A_directory_that_is_not_there_throws()
    {
        Assert.ThrowsAny<IOException>(() => AtomicFile.Write(Path.Combine(_directory.FullName, "none", "x"), _ => { }));
    }
}
