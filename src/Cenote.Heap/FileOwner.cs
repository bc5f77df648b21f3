using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Heap;

/// <summary>Whose files and processes are, which .NET does not tell; on Linux only.</summary>
internal static partial class FileOwner
{
    private const int CurrentFolder = -100;
    private const int EmptyPath = 0x1000;
    private const uint BasicStats = 0x7FF;
    private const int StatBytes = 256;
    private const uint Root = 0;

    /// <summary>The user of this process.</summary>
    public static uint Self => EffectiveUser();

    /// <summary>The user of a process; null if it has ended.</summary>
    public static uint? OfProcess(int process)
    {
        try
        {
            string? line = File.ReadLines($"/proc/{process}/status")
                .FirstOrDefault(static line => line.StartsWith("Uid:", StringComparison.Ordinal));
            return line is not null && uint.TryParse(line.Split('\t')[1], out uint user) ? user : null;
        }
        catch (IOException)
        {
            // It ended.
            return null;
        }
    }

    /// <summary>The user and the kind and rights of what is open.</summary>
    public static (uint User, uint Group, int Mode)? Of(SafeFileHandle file)
    {
        byte[] found = new byte[StatBytes];
        return Stat(file, string.Empty, EmptyPath, BasicStats, found) == 0 ? Parse(found) : null;
    }

    /// <summary>
    /// Whether nobody but an administrator and the user of this process can have put a file where it is: theirs are the file and the
    /// folders that it is in.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="top">The folder that is the last to be looked at.</param>
    public static bool IsTrusted(string path, string top)
    {
        for (string? at = path; at is not null && at.Length >= top.Length; at = Path.GetDirectoryName(at))
        {
            byte[] found = new byte[StatBytes];
            if (Stat(CurrentFolder, at, 0, BasicStats, found) != 0 || !IsTrusted(Parse(found)))
            {
                return false;
            }
        }

        return true;
    }

    // A group that has the number of its user is that user alone. In a sticky folder nobody can replace what is another's.
    private static bool IsTrusted((uint User, uint Group, int Mode) found)
    {
        const UnixFileMode Sticky = UnixFileMode.StickyBit;
        var mode = (UnixFileMode)(found.Mode & 0xFFF);
        bool isOpen = mode.HasFlag(UnixFileMode.OtherWrite) || (mode.HasFlag(UnixFileMode.GroupWrite) && found.Group != found.User);
        return (found.User == Root || found.User == Self) && (!isOpen || (mode.HasFlag(Sticky) && FileKind.IsFolder(found.Mode)));
    }

    // The layout of struct statx is the same on each architecture.
    private static (uint User, uint Group, int Mode) Parse(ReadOnlySpan<byte> found) => (
        BinaryPrimitives.ReadUInt32LittleEndian(found[20..]),
        BinaryPrimitives.ReadUInt32LittleEndian(found[24..]),
        BinaryPrimitives.ReadUInt16LittleEndian(found[28..]));

    [LibraryImport("libc", EntryPoint = "geteuid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial uint EffectiveUser();

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Stat(int folder, string path, int flags, uint mask, [Out] byte[] found);

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Stat(SafeFileHandle file, string path, int flags, uint mask, [Out] byte[] found);
}
