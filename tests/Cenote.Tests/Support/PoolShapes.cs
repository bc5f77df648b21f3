using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>Options with which a pool must behave the same.</summary>
internal static class PoolShapes
{
    public const string Default = "default";
    public const string Limited = "limit of 3 MiB";

    private static readonly Dictionary<string, Func<SegmentedStringPoolOptions>> s_shapes = new()
    {
        [Default] = static () => new(),
        ["one char is small, units of 64 KiB"] = static () => new() { SmallStringLength = 1, SlabBytes = 1, SegmentBytes = 1 },
        ["long strings are small, slabs of 256 KiB"] = static () => new()
        {
            SmallStringLength = SegmentedStringPoolOptions.MaximumSmallStringLength,
            SlabBytes = 256 << 10,
        },
        ["no reservation, all through the table"] = static () => new() { ReservedAddressBytes = 0 },
        ["reservation of 1 MiB, then the table"] = static () => new() { ReservedAddressBytes = 1 << 20 },
        [Limited] = static () => new() { MaximumBytes = 3 << 20 },
        ["limit of 3 MiB, no reservation"] = static () => new() { MaximumBytes = 3 << 20, ReservedAddressBytes = 0 },
        ["short strings managed"] = static () => new() { MinimumLength = 12, ShortStrings = ShortStrings.Managed },
        ["strings below 200 chars managed"] = static () => new() { MinimumLength = 200, ShortStrings = ShortStrings.Managed },
        ["short strings refused"] = static () => new() { MinimumLength = 12, ShortStrings = ShortStrings.Throw },
    };

    public static TheoryData<string> Names => [.. s_shapes.Keys];

    public static SegmentedStringPoolOptions Options(string name) => s_shapes[name]();
}
