using Cenote.Heap;
using Cenote.Tool.Heaps;

namespace Cenote.Tool.Tests.Heaps;

/// <summary>A fixed report: a large heap with advice of each kind and places of each size.</summary>
internal static class FixedHeapReport
{
    public const int HeapBytes = 900 * MB;

    public const string LongName =
        "DocumentationGenerator.ReferenceItemCollection._specificationsByIdentifier → ConcurrentDictionary<string, Dictionary<string, string>> values";

    private const int MB = 1 << 20;

    public static HeapReport Create(string program = "docs.dll")
    {
        var strings = new HeapStrings(2_000_000, 400_000, 700L * MB, 500L * MB);
        return new HeapReport(
            HeapReport.CurrentSchema,
            "1.2.3",
            $"cenote heap {program}",
            new MachineInfo(
                "Processor & Sons",
                2,
                8L << 30,
                "An OS",
                ".NET 10",
                "workstation collector",
                new DateTimeOffset(2026, 11, 22, 5, 6, 7, TimeSpan.Zero)),
            new HeapTarget(program, "live", "10.0.12", ServerCollector: false, 0.5, 1.5, 1_000),
            5_000_000,
            HeapBytes,
            4_000_000,
            0,
            0,
            1,
            strings,
            strings,
            [
                Place(LongName, PlaceKind.ConcurrentKeys, 400, 300),
                Place("Product.Description", PlaceKind.Field, 200, 199),
                Place("Pages._rendered → Dictionary<string, byte[]>", PlaceKind.Keys, 10, 0) with { ValueBytes = 90L * MB },
                Place("Tag.Name", PlaceKind.Field, 2, 1),
                Place("string[]", PlaceKind.Array, 1, 0),
            ],
            7,
            [new HeapText(3, 2, 24, null)],
            [
                Advice(LongName, HeapRules.ConcurrentPooledDictionary, 250, 0, 0),
                Advice("Product.Description", "StringInterner", 199, 0, 0.165) with { Alternative = "StringTable" },
                Advice("Pages._rendered → Dictionary<string, byte[]>", "ByteCache", 0, 100, 0.02),
                Advice("Tag.Name", "WeakStringInterner", 1, 0, 0.01),
            ],
            [],
            []);
    }

    private static HeapPlace Place(string name, PlaceKind kind, long megabytes, long repeated) => new(
        name,
        $"Some.Company.{name}",
        kind,
        500_000,
        500_000,
        60_000,
        megabytes * MB,
        repeated * MB,
        megabytes * MB,
        500_000,
        20L * MB,
        0,
        repeated * MB,
        kind is PlaceKind.Field or PlaceKind.Array ? repeated * MB : null,
        kind is PlaceKind.Field or PlaceKind.Array ? null : -MB);

    private static HeapAdvice Advice(string place, string recommends, long saved, long moved, double fewer) => new(
        place,
        $"Some.Company.{place}",
        recommends,
        saved * MB,
        moved * MB,
        IsEstimated: true,
        (long)(fewer * 4_000_000),
        fewer,
        $"500,000 strings have 60,000 texts: a {recommends} where they are made saves much.")
    {
        HasOwner = true,
    };
}
