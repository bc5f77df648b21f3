using System.Globalization;
using System.Reflection;
using Microsoft.CodeAnalysis;

namespace Cenote.Repository.Tests;

/// <summary>
/// Code that keeps a span longer than the read lock does not compile. The valid code below shows that nothing else is rejected.
/// </summary>
public sealed class ReaderCompilerTests
{
    private const string Usings =
        """
        using Cenote.Strings;

        """;

    [Theory]
    [InlineData(
        "return the text", "CS8168",
        "static class Code { static ReadOnlySpan<char> M(SynchronizedStringPool pool, PooledStringId id) { "
        + "using var reader = pool.EnterRead(); return reader.AsSpan(id); } }")]
    [InlineData(
        "return the text of an expression", "CS8156",
        "static class Code { "
        + "static ReadOnlySpan<char> M(SynchronizedStringPool pool, PooledStringId id) => pool.EnterRead().AsSpan(id); }")]
    [InlineData(
        "return a part of the text", "CS8168",
        "static class Code { static ReadOnlySpan<char> M(SynchronizedStringPool pool, PooledStringId id) { "
        + "using var reader = pool.EnterRead(); return reader.AsSpan(id)[1..]; } }")]
    [InlineData(
        "return the text that was tried", "CS8352",
        "static class Code { static ReadOnlySpan<char> M(SynchronizedStringPool pool, PooledStringId id) { "
        + "using var reader = pool.EnterRead(); reader.TryGetSpan(id, out ReadOnlySpan<char> text); return text; } }")]
    [InlineData(
        "hand the text out", "CS8168",
        "static class Code { static void M(SynchronizedStringPool pool, PooledStringId id, out ReadOnlySpan<char> text) { "
        + "using var reader = pool.EnterRead(); text = reader.AsSpan(id); } }")]
    [InlineData(
        "keep a reader over an await", "CS4007",
        "static class Code { static async Task M(SynchronizedStringPool pool) { "
        + "using var reader = pool.EnterRead(); await Task.Yield(); } }")]
    public void The_compiler_refuses_to(string what, string error, string code)
    {
        string[] errors = Errors(code);

        Assert.True(
            errors.Length > 0 && errors.Any(found => found.StartsWith(error, StringComparison.Ordinal)),
            $"{what}: {string.Join("; ", errors)}");
    }

    [Theory]
    [InlineData(
        "static class Code { static int M(SynchronizedStringPool pool, PooledStringId id) { "
        + "using var reader = pool.EnterRead(); ReadOnlySpan<char> text = reader.AsSpan(id); return text.Length; } }")]
    [InlineData(
        "static class Code { static string M(SynchronizedStringPool pool, PooledStringId id) { "
        + "using var reader = pool.EnterRead(); "
        + "return reader.TryGetSpan(id, out ReadOnlySpan<char> text) ? text.ToString() : \"\"; } }")]
    [InlineData(
        "static class Code { static bool M(SynchronizedStringPool pool, PooledStringId a, PooledStringId b) { "
        + "using var reader = pool.EnterRead(); return reader.AsSpan(a).SequenceEqual(reader.AsSpan(b)); } }")]
    public void The_compiler_accepts(string code) => Findings.AssertNone(Errors(code));

    private static string[] Errors(string code)
    {
        using var image = new MemoryStream();
        return
        [
            .. SourceCompilation.Create(OutputKind.DynamicallyLinkedLibrary)
                .AddReferences(MetadataReference.CreateFromFile(Assembly.Load("Cenote").Location))
                .AddSyntaxTrees(SourceCompilation.Parse(Usings + code, "Code.cs"))
                .Emit(image)
                .Diagnostics
                .Where(static finding => finding.Severity == DiagnosticSeverity.Error)
                .Select(static finding => $"{finding.Id}: {finding.GetMessage(CultureInfo.InvariantCulture)}"),
        ];
    }
}
