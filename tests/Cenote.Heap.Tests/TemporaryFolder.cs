namespace Cenote.Heap.Tests;

/// <summary>A folder that is deleted after the test.</summary>
public sealed class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo _directory = Directory.CreateTempSubdirectory("cenote-tests");

    public string Path => _directory.FullName;

    public string PathOf(string name) => System.IO.Path.Combine(Path, name);

    public string Write(string name, byte[] content)
    {
        string path = PathOf(name);
        File.WriteAllBytes(path, content);
        return path;
    }

    public void Dispose() => _directory.Delete(recursive: true);
}
