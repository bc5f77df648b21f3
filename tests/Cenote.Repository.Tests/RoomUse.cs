using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Cenote.Repository.Tests;

/// <summary>A place in the sources where a room uses a type of another one.</summary>
/// <param name="From">The room that uses it.</param>
/// <param name="To">The room that the type lies in.</param>
/// <param name="Type">The type.</param>
/// <param name="Place">The file and the line.</param>
internal sealed record RoomUse(string From, string To, string Type, string Place)
{
    /// <summary>Every use in the sources of a project. What lies in no room belongs to all of them.</summary>
    public static IEnumerable<RoomUse> Of(RoomPlan plan)
    {
        CSharpCompilation project = SourceCompilation.OfProject($"src/{plan.Project}");
        return
            from tree in project.SyntaxTrees
            let model = project.GetSemanticModel(tree)
            from name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>()
            let symbol = model.GetSymbolInfo(name).Symbol
            let type = symbol as INamedTypeSymbol ?? symbol?.ContainingType
            where SymbolEqualityComparer.Default.Equals(type?.ContainingAssembly, project.Assembly)
            let user = plan.RoomOf(name.FirstAncestorOrSelf<BaseNamespaceDeclarationSyntax>()?.Name.ToString() ?? string.Empty)
            let used = plan.RoomOf(type.ContainingNamespace.ToDisplayString())
            where user is not null && used is not null && user != used
            let line = name.GetLocation().GetLineSpan().StartLinePosition.Line + 1
            select new RoomUse(user, used, type.Name, $"{tree.FilePath}:{line}");
    }

    /// <inheritdoc/>
    public override string ToString() => $"{Place}: {From} uses {Type} of {To}";
}
