namespace Cenote.Heap.Tests;

/// <summary>File access modes, for tests that are skipped on Windows.</summary>
internal static class FileModes
{
    public const UnixFileMode ForOwner = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    public static UnixFileMode Of(string path) =>
        OperatingSystem.IsWindows() ? throw new PlatformNotSupportedException() : File.GetUnixFileMode(path);

    public static void Set(string path, UnixFileMode mode)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, mode);
        }
    }
}
