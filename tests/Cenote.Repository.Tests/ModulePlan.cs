namespace Cenote.Repository.Tests;

/// <summary>The modules (namespaces) of a project, and the modules on which each may depend.</summary>
internal sealed class ModulePlan
{
    private readonly Dictionary<string, string[]> _modules;
    private readonly Lazy<ModuleUse[]> _uses;

    private ModulePlan(string project, Dictionary<string, string[]> modules, Lazy<ModuleUse[]>? uses = null)
    {
        Project = project;
        _modules = modules;
        _uses = uses ?? new Lazy<ModuleUse[]>(() => [.. ModuleUse.Of(this).Distinct()]);
    }

    /// <summary>
    /// The modules of the library. Subfolders of a module's folder belong to the module and have its namespace.
    /// </summary>
    public static ModulePlan Library { get; } = new("Cenote", new(StringComparer.Ordinal)
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
        ["Collections"] =
            [
                "Keys", "Text", "Threading", "Memory.Pages", "Memory.Keys", "Memory.Entries", "Memory.Snapshots", "Diagnostics",
                "Formatting",
            ],
        ["IO"] = [],
        ["Objects"] = ["Threading", "Diagnostics"],
        ["Strings"] = ["Text", "Threading", "Memory.Pages", "Memory.Cells", "Memory.Contiguous", "Diagnostics", "Formatting"],
        ["Interning"] = ["Text", "Threading", "Memory.Pages", "Diagnostics", "Formatting"],

        ["Data"] = ["Interning"],
        ["Text.Json"] = ["Text", "Formatting", "Arenas", "Buffers", "Collections", "Interning", "Strings"],
    });

    /// <summary>The modules of the library without public types.</summary>
    public static IReadOnlyList<string> InternalModules { get; } =
    [
        "Buffers.Stack", "Diagnostics", "Files", "Memory.Cells", "Memory.Contiguous", "Memory.Entries", "Memory.Keys",
        "Memory.Pages", "Memory.Rings", "Memory.Snapshots", "Text", "Threading",
    ];

    /// <summary>The modules of the tool, from input to command line.</summary>
    public static ModulePlan Tool { get; } = new(
        "Cenote.Tool",
        InOrder(
            "Input", "Profile", "Measuring", "Sections", "Advising", "Results", "Comparing", "Reports", "Heaps", "CommandLine"));

    /// <summary>All plans.</summary>
    public static IReadOnlyList<ModulePlan> All { get; } = [Library, Tool];

    /// <summary>The name of the project, which is its folder within <c>src</c> and its root namespace.</summary>
    public string Project { get; }

    public IReadOnlyCollection<string> Modules => _modules.Keys;

    /// <summary>The dependencies that the plan allows, as "Strings on Text".</summary>
    public IEnumerable<string> Dependencies =>
        _modules.SelectMany(static module => module.Value.Select(to => $"{module.Key} on {to}"));

    /// <summary>Each use of a module by another in the sources.</summary>
    public IReadOnlyList<ModuleUse> Uses => _uses.Value;

    /// <summary>The uses that the plan does not allow.</summary>
    public IEnumerable<ModuleUse> Violations => Uses.Where(use => !_modules[use.From].Contains(use.To, StringComparer.Ordinal));

    /// <summary>A plan for the same modules in reverse order, in which each may depend on all modules before it.</summary>
    public ModulePlan Reversed() => new(Project, InOrder([.. Modules.Reverse()]), _uses);

    /// <summary>The module of a namespace, the innermost if there are several; null outside all modules.</summary>
    public string? ModuleOf(string name) =>
        _modules.Keys
            .Where(module => $"{name}.".StartsWith($"{Project}.{module}.", StringComparison.Ordinal))
            .MaxBy(module => module.Length);

    // Each module may depend on all modules before it.
    private static Dictionary<string, string[]> InOrder(params string[] modules) =>
        modules.Index().ToDictionary(module => module.Item, module => modules[..module.Index], StringComparer.Ordinal);
}
