using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Cenote.Repository.Tests;

/// <summary>The public API of an assembly as text: one line for each type and, indented, each member.</summary>
internal static class PublicApi
{
    private const SymbolDisplayMiscellaneousOptions Names =
        SymbolDisplayMiscellaneousOptions.UseSpecialTypes
        | SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers
        | SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier;

    private static readonly SymbolDisplayFormat s_typeFormat = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces,
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters
            | SymbolDisplayGenericsOptions.IncludeTypeConstraints
            | SymbolDisplayGenericsOptions.IncludeVariance,
        kindOptions: SymbolDisplayKindOptions.IncludeTypeKeyword,
        delegateStyle: SymbolDisplayDelegateStyle.NameAndSignature,
        parameterOptions: SymbolDisplayParameterOptions.IncludeType | SymbolDisplayParameterOptions.IncludeName,
        miscellaneousOptions: Names);

    private static readonly SymbolDisplayFormat s_memberFormat = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypes,
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters | SymbolDisplayGenericsOptions.IncludeTypeConstraints,
        memberOptions: SymbolDisplayMemberOptions.IncludeAccessibility
            | SymbolDisplayMemberOptions.IncludeModifiers
            | SymbolDisplayMemberOptions.IncludeType
            | SymbolDisplayMemberOptions.IncludeRef
            | SymbolDisplayMemberOptions.IncludeParameters
            | SymbolDisplayMemberOptions.IncludeConstantValue,
        parameterOptions: SymbolDisplayParameterOptions.IncludeType
            | SymbolDisplayParameterOptions.IncludeName
            | SymbolDisplayParameterOptions.IncludeModifiers
            | SymbolDisplayParameterOptions.IncludeExtensionThis
            | SymbolDisplayParameterOptions.IncludeDefaultValue,
        propertyStyle: SymbolDisplayPropertyStyle.ShowReadWriteDescriptor,
        miscellaneousOptions: Names);

    /// <summary>The lines for a compiled assembly, in an order that depends only on names.</summary>
    public static IEnumerable<string> Describe(string assemblyPath)
    {
        MetadataReference reference = MetadataReference.CreateFromFile(assemblyPath);
        CSharpCompilation compilation = SourceCompilation.Create(OutputKind.DynamicallyLinkedLibrary)
            .AddReferences(SourceCompilation.Packages.Where(package => package.Display != reference.Display))
            .AddReferences(reference);
        var assembly = (IAssemblySymbol)compilation.GetAssemblyOrModuleSymbol(reference)!;
        return TypesIn(assembly.GlobalNamespace)
            .Where(IsVisible)
            .Select(type => (Header: Header(type), Members: Members(type)))
            .SelectMany(type => type.Members.Prepend(type.Header));
    }

    private static IEnumerable<INamedTypeSymbol> TypesIn(INamespaceOrTypeSymbol container) =>
        container.GetMembers()
            .OfType<INamespaceOrTypeSymbol>()
            .OrderBy(symbol => symbol.MetadataName, StringComparer.Ordinal)
            .SelectMany(symbol => symbol is INamedTypeSymbol type ? TypesIn(type).Prepend(type) : TypesIn(symbol));

    private static string Header(INamedTypeSymbol type)
    {
        string modifier = type switch
        {
            { TypeKind: not TypeKind.Class } => "",
            { IsStatic: true } => "static ",
            { IsAbstract: true } => "abstract ",
            { IsSealed: true } => "sealed ",
            _ => "",
        };
        string bases = string.Join(", ", Bases(type));
        string name = type.ToDisplayString(s_typeFormat);
        return $"{SyntaxFacts.GetText(type.DeclaredAccessibility)} {modifier}{name}{(bases.Length > 0 ? " : " : "")}{bases}";
    }

    private static IEnumerable<string> Bases(INamedTypeSymbol type)
    {
        INamedTypeSymbol? parent = type switch
        {
            { TypeKind: TypeKind.Enum } => type.EnumUnderlyingType,
            { TypeKind: TypeKind.Class, BaseType.SpecialType: SpecialType.None } => type.BaseType,
            _ => null,
        };
        IEnumerable<INamedTypeSymbol> interfaces = type.TypeKind is TypeKind.Enum or TypeKind.Delegate ? [] : type.AllInterfaces;
        IEnumerable<string> names = interfaces
            .Where(IsVisible)
            .Select(face => face.ToDisplayString(s_memberFormat))
            .Order(StringComparer.Ordinal);
        return parent is null ? names : names.Prepend(parent.ToDisplayString(s_memberFormat));
    }

    private static IEnumerable<string> Members(INamedTypeSymbol type) =>
        type.GetMembers()
            .Where(member => member is not INamedTypeSymbol and not IMethodSymbol { AssociatedSymbol: not null }
                && !member.IsImplicitlyDeclared
                && type.TypeKind != TypeKind.Delegate
                && IsVisible(member))
            .Select(member => (member.MetadataName, Text: member.ToDisplayString(s_memberFormat)))
            .OrderBy(member => member.MetadataName, StringComparer.Ordinal)
            .ThenBy(member => member.Text, StringComparer.Ordinal)
            .Select(member => "    " + member.Text);

    private static bool IsVisible(ISymbol symbol) =>
        (symbol.ContainingType is null || IsVisible(symbol.ContainingType))
        && (symbol.DeclaredAccessibility == Accessibility.Public
            || (symbol.DeclaredAccessibility is Accessibility.Protected or Accessibility.ProtectedOrInternal
                && symbol.ContainingType is { IsSealed: false }));
}
