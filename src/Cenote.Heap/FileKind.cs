namespace Cenote.Heap;

/// <summary>What kind of file a mode of Unix tells of.</summary>
internal static class FileKind
{
    private const int Mask = 0xF000;

    /// <summary>Whether it is a folder.</summary>
    public static bool IsFolder(int mode) => (mode & Mask) == 0x4000;

    /// <summary>Whether it is an ordinary file.</summary>
    public static bool IsRegular(int mode) => (mode & Mask) == 0x8000;
}
