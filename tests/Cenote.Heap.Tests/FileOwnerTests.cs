namespace Cenote.Heap.Tests;

public sealed class FileOwnerTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [PtraceFact]
    public void A_file_that_others_may_write_to_is_not_trusted()
    {
        string path = _folder.Write("library.so", [1]);
        FileModes.Set(path, FileModes.ForOwner);
        Assert.True(FileOwner.IsTrusted(path, _folder.Path));

        FileModes.Set(path, FileModes.ForOwner | UnixFileMode.OtherWrite);
        Assert.False(FileOwner.IsTrusted(path, _folder.Path));
    }

    [PtraceFact]
    public void A_file_in_a_folder_that_others_may_write_to_is_not_trusted()
    {
        string path = _folder.Write("library.so", [1]);
        FileModes.Set(_folder.Path, (UnixFileMode)0b111_111_111);

        Assert.False(FileOwner.IsTrusted(path, _folder.Path));
        Assert.True(FileOwner.IsTrusted(path, path));
    }

    [SetprivFact]
    public void A_file_of_another_user_is_not_trusted()
    {
        string path = _folder.Write("library.so", [1]);
        using var chown = System.Diagnostics.Process.Start("chown", ["65534", path]);
        chown.WaitForExit();

        Assert.Equal(0, chown.ExitCode);
        Assert.False(FileOwner.IsTrusted(path, path));
    }

    [PtraceFact]
    public void What_is_not_there_is_not_trusted() => Assert.False(FileOwner.IsTrusted(_folder.PathOf("missing"), _folder.Path));
}
