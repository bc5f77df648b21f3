using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Cenote.Repository.Tests;

/// <summary>A place in the sources where a module uses a type of another.</summary>
/// <param name="From">The module that uses the type.</param>
/// <param name="To">The module of the type.</param>
/// <param name="Type">The type.</param>
/// <param name="Place">The file and the line.</param>
internal sealed record ModuleUse(string From, string To, string Type, string Place)
{
    /// <summary>All uses in the sources of a project. Every module may use a type outside all modules.</summary>
    public static IEnumerable<ModuleUse> Of(ModulePlan plan)
    {
        CSharpCompilation project = SourceCompilation.OfProject($"src/{plan.Project}");
        return
            from tree in project.SyntaxTrees
            let model = project.GetSemanticModel(tree)
            from name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>()
            let symbol = model.GetSymbolInfo(name).Symbol
            let type = symbol as INamedTypeSymbol ?? symbol?.ContainingType
            where SymbolEqualityComparer.Default.Equals(type?.ContainingAssembly, project.Assembly)
            let user = plan.ModuleOf(name.FirstAncestorOrSelf<BaseNamespaceDeclarationSyntax>()?.Name.ToString() ?? string.Empty)
            let used = plan.ModuleOf(type.ContainingNamespace.ToDisplayString())
            where user is not null && used is not null && user != used
            let line = name.GetLocation().GetLineSpan().StartLinePosition.Line + 1
            select new ModuleUse(user, used, type.Name, $"{tree.FilePath}:{line}");
    }

    /// <inheritdoc/>
    public override string ToString() => $"{Place}: {From} uses {Type} of {To}";
}
