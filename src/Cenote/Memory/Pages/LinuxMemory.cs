using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Memory.Pages;

/// <summary>
/// Reads memory limits and usage on Linux, of the machine and of the process's control groups (v1 or v2), innermost first. Limits
/// are read once; the usage files stay open. No member throws.
/// </summary>
internal sealed class LinuxMemory
{
    // The buffer is larger than each file, or than the part of the file that is needed.
    private const int MaxBytes = 8 << 10;

    private readonly SafeFileHandle? _machine;
    private readonly List<Group> _groups = [];

    /// <param name="root">The folder that contains "proc"; tests pass another one.</param>
    public LinuxMemory(string root = "/")
    {
        _machine = TryOpen(Path.Join(root, "proc/meminfo"));
        Span<byte> text = stackalloc byte[MaxBytes];
        if (TryRead(_machine, text, out ReadOnlySpan<byte> meminfo) && TryFind(meminfo, "MemTotal:"u8, out ulong kibibytes))
        {
            Bytes = kibibytes << 10;
        }

        foreach ((string folder, bool isUnified) in Folders(root))
        {
            AddGroup(folder, isUnified);
        }
    }

    /// <summary>Bytes of the machine's memory, or the lowest limit if lower; <see cref="ulong.MaxValue"/> if unknown.</summary>
    public ulong Bytes { get; private set; } = ulong.MaxValue;

    /// <summary>
    /// Bytes that the process can use before it reaches a limit or fills the machine's memory and swap space. The page cache
    /// counts as free. False if the number is unknown.
    /// </summary>
    public bool TryReadAvailable(out ulong bytes)
    {
        bytes = ulong.MaxValue;
        Span<byte> text = stackalloc byte[MaxBytes];
        if (TryRead(_machine, text, out ReadOnlySpan<byte> meminfo) && TryFind(meminfo, "MemAvailable:"u8, out ulong kibibytes))
        {
            _ = TryFind(meminfo, "SwapFree:"u8, out ulong swap);
            bytes = (kibibytes + swap) << 10;
        }

        foreach (Group group in _groups)
        {
            if (TryRead(group.Usage, text, out ReadOnlySpan<byte> usage) && TryParse(usage, out ulong used))
            {
                ulong files = 0;
                if (TryRead(group.Statistics, text, out ReadOnlySpan<byte> statistics))
                {
                    _ = TryFind(statistics, group.IsUnified ? "inactive_file "u8 : "total_inactive_file "u8, out ulong inactive);
                    _ = TryFind(statistics, group.IsUnified ? "active_file "u8 : "total_active_file "u8, out ulong active);
                    files = inactive + active;
                }

                used -= Math.Min(used, files);
                bytes = Math.Min(bytes, group.Limit - Math.Min(group.Limit, used));
            }
        }

        return bytes != ulong.MaxValue;
    }

    // The folders of the process's control groups, innermost first.
    private static IEnumerable<(string Folder, bool IsUnified)> Folders(string root)
    {
        string[] groups = Lines(Path.Join(root, "proc/self/cgroup"));
        foreach (string line in Lines(Path.Join(root, "proc/self/mountinfo")))
        {
            // "31 23 0:24 /root /mount/point rw shared:9 - cgroup2 source options"
            string[] halves = line.Split(" - ", 2);
            string[] mount = halves[0].Split(' ');
            string[] kind = halves[^1].Split(' ');
            if (halves.Length < 2 || mount.Length < 5 || kind.Length < 3)
            {
                continue;
            }

            bool isUnified = kind[0] == "cgroup2";
            if (!isUnified && (kind[0] != "cgroup" || !kind[2].Split(',').Contains("memory")))
            {
                continue;
            }

            // v2: "0::/path", v1: "4:memory:/path"
            string? path = groups
                .Select(static group => group.Split(':', 3))
                .FirstOrDefault(group => group.Length == 3
                    && (isUnified ? group[0] == "0" && group[1].Length == 0 : group[1].Split(',').Contains("memory")))?[2];
            string rest = path is null ? ""
                : mount[3] == "/" ? path
                : path.StartsWith(mount[3] + "/", StringComparison.Ordinal) ? path[mount[3].Length..]
                : "";
            string outermost = Path.Join(root, mount[4]);
            string[] names = rest.Contains("..", StringComparison.Ordinal) ? [] : rest.Split('/', StringSplitOptions.RemoveEmptyEntries);
            for (int depth = names.Length; depth >= 0; depth--)
            {
                yield return (Path.Join(outermost, string.Join('/', names[..depth])), isUnified);
            }
        }
    }

    private void AddGroup(string folder, bool isUnified)
    {
        using SafeFileHandle? file = TryOpen(Path.Join(folder, isUnified ? "memory.max" : "memory.limit_in_bytes"));
        Span<byte> text = stackalloc byte[MaxBytes];

        // "max" and the largest possible number mean no limit.
        if (TryRead(file, text, out ReadOnlySpan<byte> number) && TryParse(number, out ulong limit) && limit < long.MaxValue / 2)
        {
            Bytes = Math.Min(Bytes, limit);
            _groups.Add(new Group(
                limit,
                TryOpen(Path.Join(folder, isUnified ? "memory.current" : "memory.usage_in_bytes")),
                TryOpen(Path.Join(folder, "memory.stat")),
                isUnified));
        }
    }

    private static bool TryFind(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name, out ulong number)
    {
        while (!text.IsEmpty)
        {
            if (text.StartsWith(name))
            {
                return TryParse(text[name.Length..].TrimStart((byte)' '), out number);
            }

            int end = text.IndexOf((byte)'\n');
            text = end < 0 ? [] : text[(end + 1)..];
        }

        number = 0;
        return false;
    }

    private static bool TryParse(ReadOnlySpan<byte> text, out ulong number) => Utf8Parser.TryParse(text, out number, out _);

    private static string[] Lines(string path)
    {
        try
        {
            return File.ReadAllLines(path);
        }
        catch (Exception exception) when (IsFileError(exception))
        {
            return [];
        }
    }

    private static SafeFileHandle? TryOpen(string path)
    {
        try
        {
            return File.OpenHandle(path, share: FileShare.ReadWrite | FileShare.Delete);
        }
        catch (Exception exception) when (IsFileError(exception))
        {
            return null;
        }
    }

    private static bool TryRead(SafeFileHandle? file, Span<byte> buffer, out ReadOnlySpan<byte> text)
    {
        try
        {
            text = file is null ? [] : buffer[..RandomAccess.Read(file, buffer, 0)];
        }
        catch (Exception exception) when (IsFileError(exception))
        {
            text = [];
        }

        return !text.IsEmpty;
    }

    // Expected errors: a missing file, a folder instead of a file, an invalid name, or a removed group.
    private static bool IsFileError(Exception exception) =>
        exception is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException;

    private sealed record Group(ulong Limit, SafeFileHandle? Usage, SafeFileHandle? Statistics, bool IsUnified);
}
