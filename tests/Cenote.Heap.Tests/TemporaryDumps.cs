namespace Cenote.Heap.Tests;

/// <summary>The folders that dumps are written to.</summary>
internal static class TemporaryDumps
{
    private const UnixFileMode ForOwner = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Fails if anybody else may enter such a folder or read a dump in it.</summary>
    /// <returns>How many dumps there are at the moment.</returns>
    public static int AssertPrivate(string parent)
    {
        int dumps = 0;
        foreach (string folder in Directory.EnumerateDirectories(parent, "cenote-heap-*"))
        {
            try
            {
                Assert.Equal(ForOwner | UnixFileMode.UserExecute, File.GetUnixFileMode(folder));
                foreach (string dump in Directory.EnumerateFiles(folder))
                {
                    Assert.Equal(ForOwner, File.GetUnixFileMode(dump));
                    dumps++;
                }
            }
            catch (IOException)
            {
                // It is gone already.
            }
        }

        return dumps;
    }
}
