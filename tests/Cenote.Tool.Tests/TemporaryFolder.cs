namespace Cenote.Tool.Tests;

/// <summary>A folder that is deleted after the test.</summary>
public sealed class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo _directory = Directory.CreateTempSubdirectory("cenote");

    public string Path => _directory.FullName;

    public string Write(string name, byte[] content)
    {
        string path = System.IO.Path.Combine(Path, name);
        File.WriteAllBytes(path, content);
        return path;
    }

    public string Write(string name, string content) => Write(name, System.Text.Encoding.UTF8.GetBytes(content));

    public void Dispose() => _directory.Delete(recursive: true);
}
