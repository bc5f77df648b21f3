using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>
/// Finds no file of a module: no server is asked, and no folder is searched that others may write to. ClrMD by itself makes a
/// folder
/// of a name that anybody can know among the temporary files, and asks the server of Microsoft.
/// </summary>
internal sealed class NoFiles : IFileLocator
{
    private const string Implementation = "Microsoft.Diagnostics.Runtime.Implementation.";

    private NoFiles()
    {
    }

    /// <summary>The only one.</summary>
    public static NoFiles Instance { get; } = new();

    /// <summary>
    /// Names the folder of this program as the one where files would be kept, so that ClrMD makes none. It is never written to,
    /// as
    /// nothing is asked for.
    /// </summary>
    public static void Prepare()
    {
        Assembly library = typeof(DataTarget).Assembly;
        object cache = Activator.CreateInstance(
            library.GetType($"{Implementation}FileSymbolCache", throwOnError: true)!, AppContext.BaseDirectory)!;
        library.GetType($"{Implementation}SymbolGroup", throwOnError: true)!
            .GetField("s_cache", BindingFlags.NonPublic | BindingFlags.Static)!
            .SetValue(null, cache);
    }

    /// <inheritdoc/>
    public string? FindPEImage(string fileName, int buildTimeStamp, int imageSize, bool checkProperties) => null;

    /// <inheritdoc/>
    public string? FindPEImage(
        string fileName,
        SymbolProperties archivedUnder,
        ImmutableArray<byte> buildIdOrUUID,
        OSPlatform originalPlatform,
        bool checkProperties) => null;

    /// <inheritdoc/>
    public string? FindElfImage(string fileName, SymbolProperties archivedUnder, ImmutableArray<byte> buildId, bool checkProperties) =>
        null;

    /// <inheritdoc/>
    public string? FindMachOImage(string fileName, SymbolProperties archivedUnder, ImmutableArray<byte> uuid, bool checkProperties) =>
        null;
}
