namespace Cenote.Repository.Tests;

/// <summary>The rooms of a project, which are its namespaces, and what each of them may stand on.</summary>
internal sealed class RoomPlan
{
    private readonly Dictionary<string, string[]> _rooms;
    private readonly Lazy<RoomUse[]> _uses;

    private RoomPlan(string project, Dictionary<string, string[]> rooms)
    {
        Project = project;
        _rooms = rooms;
        _uses = new Lazy<RoomUse[]>(() => [.. RoomUse.Of(this).Distinct()]);
    }

    /// <summary>The library. A folder within a room that is not named here is a shelf: its files belong to the room.</summary>
    public static RoomPlan Library { get; } = new("Cenote", new(StringComparer.Ordinal)
    {
        ["Threading"] = [],
        ["Files"] = [],
        ["Text"] = ["Threading"],
        ["Keys"] = ["Text", "Threading"],
        ["Memory.Pages"] = ["Threading"],
        ["Memory.Cells"] = ["Threading", "Memory.Pages"],
        ["Memory.Contiguous"] = ["Threading", "Memory.Pages", "Memory.Cells"],
        ["Memory.Keys"] = ["Text", "Threading", "Memory.Pages"],
        ["Memory.Entries"] = ["Text", "Threading", "Memory.Pages", "Memory.Keys"],
        ["Memory.Rings"] = ["Text", "Threading", "Memory.Pages"],
        ["Memory.Snapshots"] = ["Text", "Threading", "Files", "Memory.Pages", "Memory.Keys"],
        ["Diagnostics"] = ["Threading"],
        ["Formatting"] = ["Text"],
        ["Arenas"] = ["Text", "Threading", "Memory.Pages", "Formatting"],
        ["Buffers.Stack"] = ["Threading"],
        ["Buffers"] = ["Buffers.Stack"],
        ["Caching"] = ["Keys", "Text", "Threading", "Memory.Pages", "Memory.Rings", "Memory.Snapshots", "Diagnostics"],

        // A store of bytes is a pool of UTF-8 that is told nothing about the bytes.
        ["Collections"] =
            [
                "Keys", "Text", "Threading", "Memory.Pages", "Memory.Keys", "Memory.Entries", "Memory.Snapshots", "Diagnostics",
                "Strings",
            ],
        ["IO"] = ["Threading"],
        ["Objects"] = ["Threading", "Diagnostics"],
        ["Strings"] = ["Text", "Threading", "Memory.Pages", "Memory.Cells", "Memory.Contiguous", "Diagnostics", "Formatting"],

        // A table of ids is a dictionary, seen from both sides.
        ["Interning"] =
            ["Text", "Threading", "Memory.Pages", "Memory.Keys", "Memory.Snapshots", "Diagnostics", "Formatting", "Collections"],

        // What stands between the structures and the readers of the framework.
        ["Data"] = ["Interning"],
        ["Text.Json"] = ["Text", "Formatting", "Arenas", "Buffers", "Interning", "Strings"],
    });

    /// <summary>The tool, from what is read to what is typed.</summary>
    public static RoomPlan Tool { get; } = InOneLine(
        "Cenote.Tool", "Input", "Profile", "Measuring", "Sections", "Advising", "Results", "Comparing", "Reports", "Heaps",
        "CommandLine");

    /// <summary>Every plan there is.</summary>
    public static IReadOnlyList<RoomPlan> All { get; } = [Library, Tool];

    /// <summary>The name of the project, which is its folder within <c>src</c> and its root namespace.</summary>
    public string Project { get; }

    public IReadOnlyCollection<string> Rooms => _rooms.Keys;

    /// <summary>What the plan allows, as "Strings on Text".</summary>
    public IEnumerable<string> Arrows => _rooms.SelectMany(static room => room.Value.Select(to => $"{room.Key} on {to}"));

    /// <summary>Every use of a room by another one in the sources.</summary>
    public IReadOnlyList<RoomUse> Uses => _uses.Value;

    /// <summary>The uses that the plan does not allow.</summary>
    public IEnumerable<RoomUse> Violations => Uses.Where(use => !_rooms[use.From].Contains(use.To, StringComparer.Ordinal));

    /// <summary>A plan in which each room may stand on all that are named before it.</summary>
    public static RoomPlan InOneLine(string project, params string[] rooms) =>
        new(project, rooms.Index().ToDictionary(room => room.Item, room => rooms[..room.Index], StringComparer.Ordinal));

    /// <summary>The room that a namespace lies in, the innermost if there are several; null for none.</summary>
    public string? RoomOf(string name) =>
        _rooms.Keys
            .Where(room => $"{name}.".StartsWith($"{Project}.{room}.", StringComparison.Ordinal))
            .MaxBy(room => room.Length);
}
