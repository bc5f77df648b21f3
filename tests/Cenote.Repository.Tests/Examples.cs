using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Cenote.Repository.Tests;

/// <summary>
/// The examples in XML docs: each <c>code</c> element of an <c>example</c> is a complete program with the library's public
/// namespaces imported. The expected output is in comments of the form <c>// prints 3</c>, line by line.
/// </summary>
internal static partial class Examples
{
    private const string Usings =
        "using Cenote.Arenas; using Cenote.Buffers; using Cenote.Caching; using Cenote.Collections; using Cenote.Data; "
        + "using Cenote.Interning; using Cenote.IO; using Cenote.Objects; using Cenote.Strings; using Cenote.Text.Json; ";

    private const string UsingsOfExtensions =
        "using Cenote.Extensions.Caching; using Cenote.Extensions.Objects; using Microsoft.AspNetCore.OutputCaching; "
        + "using Microsoft.Extensions.Caching.Distributed; using Microsoft.Extensions.DependencyInjection; "
        + "using Microsoft.Extensions.ObjectPool; ";

    [GeneratedRegex("// prints (?<line>.*)")]
    private static partial Regex Printed { get; }

    /// <summary>All examples of a file, on types and on members.</summary>
    public static IEnumerable<Snippet> Read(SyntaxTree tree) =>
        tree.GetRoot().DescendantNodes(descendIntoTrivia: true).OfType<XmlElementSyntax>().Where(IsExample).Select(Parse);

    /// <summary>The metadata names of the types in a file that have their own example.</summary>
    public static IEnumerable<string> Owners(SyntaxTree tree) =>
        from type in tree.GetRoot().DescendantNodes().OfType<MemberDeclarationSyntax>()
        let name = MetadataName(type)
        where name is not null && CommentNodes(type).OfType<XmlElementSyntax>().Any(IsExample)
        select name;

    /// <summary>Runs an example and returns its fault, or <see langword="null"/>.</summary>
    public static string? Check(Snippet example)
    {
        try
        {
            string output = SnippetRunner.Run(example).TrimEnd('\n');
            return output == example.Output ? null : $"{example.Place} prints \"{output}\" where it says \"{example.Output}\"";
        }
        catch (FormatException exception)
        {
            return exception.Message;
        }
    }

    private static Snippet Parse(XmlElementSyntax element)
    {
        // A comment's tokens omit the slashes at the start of its lines but keep the space after them.
        string text = string.Concat(element.Content.SelectMany(node => node.DescendantTokens()).Select(token => token.ValueText));
        string code = text.ReplaceLineEndings("\n").Replace("\n ", "\n", StringComparison.Ordinal).Trim('\n');
        FileLinePositionSpan place = element.GetLocation().GetLineSpan();
        string output = string.Join('\n', Printed.Matches(code).Select(match => match.Groups["line"].Value));
        string usings = Usings
            + (place.Path.Contains("/Cenote.Extensions/", StringComparison.Ordinal) ? UsingsOfExtensions : "");
        return new Snippet(place.Path, place.StartLinePosition.Line + 2, usings + code, output);
    }

    private static bool IsExample(XmlElementSyntax element) =>
        NameOf(element) == "code" && element.Ancestors().OfType<XmlElementSyntax>().Any(outer => NameOf(outer) == "example");

    private static string NameOf(XmlElementSyntax element) => element.StartTag.Name.LocalName.ValueText;

    private static IEnumerable<SyntaxNode> CommentNodes(MemberDeclarationSyntax member) =>
        member.GetLeadingTrivia()
            .Select(trivia => trivia.GetStructure())
            .OfType<DocumentationCommentTriviaSyntax>()
            .SelectMany(comment => comment.DescendantNodes());

    private static string? MetadataName(MemberDeclarationSyntax member)
    {
        (string? name, int arity) = member switch
        {
            TypeDeclarationSyntax type => (type.Identifier.ValueText, type.Arity),
            DelegateDeclarationSyntax type => (type.Identifier.ValueText, type.Arity),
            BaseTypeDeclarationSyntax type => (type.Identifier.ValueText, 0),
            _ => (null, 0),
        };
        return name is not null && member.Parent is BaseNamespaceDeclarationSyntax home
            ? $"{home.Name}.{name}{(arity > 0 ? $"`{arity}" : "")}"
            : null;
    }
}
