using Cenote.Arenas;

namespace Cenote.Tests.Support;

/// <summary>Options of arenas with different reservations, chunks and limits, by name.</summary>
public static class ArenaShapes
{
    private const int Granule = 64 << 10;

    private static readonly Dictionary<string, Func<StringArenaOptions>> s_shapes = new(StringComparer.Ordinal)
    {
        ["default"] = static () => new(),
        ["small chunks"] = static () => new() { MaximumChunkBytes = Granule },
        ["large first chunk"] = static () => new() { FirstChunkBytes = 4 << 20, MaximumChunkBytes = 4 << 20 },
        ["without reservation"] = static () => new() { ReservedAddressBytes = 0 },
        ["reservation that runs out"] = static () =>
            new() { ReservedAddressBytes = 3 * Granule, MaximumChunkBytes = 2 * Granule },
        ["limited"] = static () => new() { MaximumBytes = 14 * Granule },
        ["limited, without reservation"] = static () => new() { MaximumBytes = 14 * Granule, ReservedAddressBytes = 0 },
    };

    public static TheoryData<string> Names => [.. s_shapes.Keys];

    public static StringArenaOptions Options(string name) => s_shapes[name]();
}
