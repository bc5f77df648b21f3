using System.Text;

namespace Cenote.Samples.Rows.Tests;

/// <summary>A folder for the files of one test.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("cenote-rows-").FullName;
    private int _files;

    public string NewPath() => Path.Combine(_folder, $"{++_files}.txt");

    public string Write(string text) => Write(Encoding.UTF8.GetBytes(text));

    public string Write(byte[] bytes)
    {
        string path = NewPath();
        File.WriteAllBytes(path, bytes);
        return path;
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
