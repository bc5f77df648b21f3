using System.Collections.Immutable;
using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>
/// Finds the debugging library (DAC) that reads the data structures of a runtime; each build of the runtime has its own. Nothing
/// is downloaded: the library is in the folder of the runtime, if that runtime is installed.
/// </summary>
internal static class DacLocator
{
    private static string FileName =>
        OperatingSystem.IsWindows() ? "mscordaccore.dll"
        : OperatingSystem.IsMacOS() ? "libmscordaccore.dylib"
        : "libmscordaccore.so";

    /// <summary>Creates the reader of a runtime.</summary>
    /// <param name="clr">The runtime.</param>
    /// <param name="dac">The path that the user passed; null for the folder of the runtime.</param>
    /// <param name="ofProcess">The id of a live process, which may run in a container; null for a dump.</param>
    /// <exception cref="HeapException">The library was not found, or does not match the runtime.</exception>
    public static ClrRuntime CreateRuntime(ClrInfo clr, string? dac, int? ofProcess)
    {
        string path = dac ?? Find(clr, ofProcess) ?? throw HeapException.Usage(
            $"The runtime of the process, .NET {VersionOf(clr)}, is not on this machine, or another user could have changed it. To "
            + $"read the heap, cenote needs the {FileName} of the same build; copy it from the folder of the process's runtime, "
            + "and pass it with --dac FILE.");
        if (!File.Exists(path))
        {
            throw HeapException.Usage($"'{path}' does not exist; pass the {FileName} of the process's runtime to --dac.");
        }

        try
        {
            ClrRuntime runtime = clr.CreateRuntime(path, ignoreMismatch: true);
            _ = runtime.Heap.Segments.Length;
            return runtime;
        }
        catch (Exception exception) when (exception is ClrDiagnosticsException or FileNotFoundException or InvalidOperationException
            or BadImageFormatException or DllNotFoundException or ArgumentException or COMException or InvalidDataException)
        {
            throw HeapException.Usage(
                $"'{path}' does not match the runtime of the process, .NET {VersionOf(clr)}: {exception.Message}", exception);
        }
    }

    private static string? Find(ClrInfo clr, int? ofProcess)
    {
        string? folder = Path.GetDirectoryName(clr.ModuleInfo.FileName);
        string own = RuntimeEnvironment.GetRuntimeDirectory();
        string? root = ofProcess is { } process && OperatingSystem.IsLinux() ? $"/proc/{process}/root" : null;
        IEnumerable<string?> folders =
        [
            own,
            folder,
            root is not null && folder is not null ? root + folder : null,
        ];
        return folders
            .OfType<string>()
            .Where(candidate => IsSameBuild(candidate, clr))
            .Select(candidate => Path.Combine(candidate, FileName))
            .FirstOrDefault(path => File.Exists(path) && (path.StartsWith(own, StringComparison.Ordinal) || IsTrusted(path, root)));
    }

    // The code in the file runs in this process, perhaps as root, so other users must not be able to replace or change the file.
    private static bool IsTrusted(string path, string? root) =>
        !OperatingSystem.IsLinux()
        || FileOwner.IsTrusted(path, root is not null && path.StartsWith(root, StringComparison.Ordinal) ? root : "/");

    // A dump may name a folder of another machine. On this machine, the same folder may contain another build.
    private static bool IsSameBuild(string folder, ClrInfo clr)
    {
        string runtime = Path.Combine(folder, Path.GetFileName(clr.ModuleInfo.FileName));
        if (!File.Exists(runtime))
        {
            return false;
        }

        if (!OperatingSystem.IsLinux())
        {
            return string.Equals(
                Path.GetFullPath(runtime), Path.GetFullPath(clr.ModuleInfo.FileName), StringComparison.OrdinalIgnoreCase);
        }

        ImmutableArray<byte> wanted = clr.BuildId;
        if (wanted.IsDefaultOrEmpty)
        {
            wanted = clr.ModuleInfo.BuildId;
        }

        return !wanted.IsDefaultOrEmpty && ElfBuildId.Of(runtime).AsSpan().SequenceEqual(wanted.AsSpan());
    }

    private static string VersionOf(ClrInfo clr) =>
        clr.Version is { Major: > 0 } version ? version.ToString(3) : Path.GetFileName(Path.GetDirectoryName(clr.ModuleInfo.FileName)) ?? "?";
}
