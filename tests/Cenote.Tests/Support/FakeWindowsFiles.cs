namespace Cenote.Tests.Support;

/// <summary>Renames files as Windows does: neither source nor target may be open.</summary>
internal sealed class FakeWindowsFiles
{
    // ERROR_SHARING_VIOLATION as an HRESULT.
    private const int SharingViolation = unchecked((int)0x80070020);

    private readonly HashSet<string> _open = [];

    public void Open(string path) => Assert.True(_open.Add(path));

    public void Close(string path) => Assert.True(_open.Remove(path));

    /// <summary>MoveFileEx with MOVEFILE_REPLACE_EXISTING, with the exceptions of <see cref="File.Move(string, string, bool)"/>.</summary>
    public void Move(string from, string to)
    {
        if (_open.Contains(from))
        {
            throw new IOException("The process cannot access the file because it is being used by another process.", SharingViolation);
        }

        if (_open.Contains(to))
        {
            throw new UnauthorizedAccessException($"Access to the path '{to}' is denied.");
        }

        File.Move(from, to, overwrite: true);
    }
}
