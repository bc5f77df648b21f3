namespace Cenote.Heap.Tests;

/// <summary>The folders that dumps are written to.</summary>
internal static class TemporaryDumps
{
    /// <summary>Fails if other users can enter a folder of dumps, or read a dump in it.</summary>
    /// <returns>The current number of dumps.</returns>
    public static int AssertPrivate(string parent)
    {
        int dumps = 0;
        foreach (string folder in Directory.EnumerateDirectories(parent, "cenote-heap-*"))
        {
            try
            {
                Assert.Equal(FileModes.ForOwner | UnixFileMode.UserExecute, FileModes.Of(folder));
                foreach (string dump in Directory.EnumerateFiles(folder))
                {
                    Assert.Equal(FileModes.ForOwner, FileModes.Of(dump));
                    dumps++;
                }
            }
            catch (IOException)
            {
                // The folder is already deleted.
            }
        }

        return dumps;
    }
}
