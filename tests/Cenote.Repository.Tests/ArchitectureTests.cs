using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Cenote.Repository.Tests;

/// <summary>The house rule that arrows point down: a room, which is a namespace, stands on the ground floor only.</summary>
public sealed class ArchitectureTests
{
    private const string GroundFloor = "Memory";

    /// <summary>Who may use what, beyond what every room may.</summary>
    private static readonly Dictionary<string, string[]> s_exceptions = new(StringComparer.Ordinal)
    {
        [GroundFloor] = [],
        ["Diagnostics"] = [GroundFloor],

        // The table of ids is one of the collections, seen from both sides.
        ["Interning"] = [GroundFloor, "Diagnostics", "Collections"],
    };

    private static readonly string[] s_everyRoom = [GroundFloor, "Diagnostics"];

    private static readonly Lazy<Use[]> s_uses = new(() => [.. FindUses().Distinct()]);

    [Fact]
    public void Rooms_stand_on_the_ground_floor_and_never_on_each_other()
    {
        IEnumerable<string> wrong = s_uses.Value
            .Where(use => !s_exceptions.GetValueOrDefault(use.From, s_everyRoom).Contains(use.To, StringComparer.Ordinal))
            .Select(use => $"{use.Place}: {use.From} uses {use.Type} of {use.To}");

        Findings.AssertNone(wrong);
    }

    [Fact]
    public void Uses_of_the_ground_floor_are_seen() =>
        Assert.Contains(s_uses.Value, use => use is { From: "Strings", To: GroundFloor });

    [Fact]
    public void The_ground_floor_is_not_public() =>
        Assert.DoesNotContain(Assembly.Load("Cenote").GetExportedTypes(), type => type.Namespace == $"Cenote.{GroundFloor}");

    [Fact]
    public void A_folder_is_a_namespace()
    {
        IEnumerable<string> wrong =
            from file in Repository.FilesUnder("src", "*.cs")
            let folder = Path.GetDirectoryName(Path.GetRelativePath("src", file))!.Replace('/', '.').Replace('\\', '.')
            from declared in Parse(file).GetRoot().DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>()
            where declared.Name.ToString() != folder
            select $"{file} declares {declared.Name}";

        Findings.AssertNone(wrong);
    }

    private static IEnumerable<Use> FindUses()
    {
        CSharpCompilation library = SourceCompilation.Create(OutputKind.DynamicallyLinkedLibrary)
            .AddSyntaxTrees(Repository.FilesUnder("src/Cenote", "*.cs").Select(Parse));
        return
            from tree in library.SyntaxTrees
            let model = library.GetSemanticModel(tree)
            from name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>()
            let symbol = model.GetSymbolInfo(name).Symbol
            let type = symbol as INamedTypeSymbol ?? symbol?.ContainingType
            where SymbolEqualityComparer.Default.Equals(type?.ContainingAssembly, library.Assembly)
            let user = RoomOf(name.FirstAncestorOrSelf<BaseNamespaceDeclarationSyntax>()?.Name.ToString())
            let used = RoomOf(type.ContainingNamespace.ToDisplayString())
            where user is not null && used is not null && user != used
            let line = name.GetLocation().GetLineSpan().StartLinePosition.Line + 1
            select new Use(user, used, type!.Name, $"{tree.FilePath}:{line}");
    }

    private static SyntaxTree Parse(string file) => SourceCompilation.Parse(File.ReadAllText(Repository.PathOf(file)), file);

    /// <summary>The part behind <c>Cenote.</c>; what lies in no room belongs to all of them.</summary>
    private static string? RoomOf(string? name) => name?.Split('.') is ["Cenote", var room, ..] ? room : null;

    private sealed record Use(string From, string To, string Type, string Place);
}
