using System.Collections.Immutable;
using System.Globalization;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Cenote.Repository.Tests;

/// <summary>
/// Misuse of scratch buffers that does not compile. The valid code below shows that nothing else is rejected.
/// </summary>
public sealed class ScratchCompilerTests
{
    private const string Usings =
        """
        using Cenote.Buffers;

        """;

    [Theory]
    [InlineData(
        "return the span", "CS8168",
        "static class Code { static Span<int> M() { using var buffer = Scratch.Rent<int>(5); return buffer.Span; } }")]
    [InlineData(
        "return the span of an expression", "CS8156",
        "static class Code { static Span<int> M() => Scratch.Rent<int>(5).Span; }")]
    [InlineData(
        "return a slice", "CS8168",
        "static class Code { static Span<int> M() { using var buffer = Scratch.Rent<int>(5); return buffer[1..3]; } }")]
    [InlineData(
        "return an element by reference", "CS8168",
        "static class Code { static ref int M() { var buffer = Scratch.Rent<int>(5); return ref buffer[1]; } }")]
    [InlineData(
        "return a frame's span", "CS8168",
        "static class Code { static Span<int> M() { using var frame = Scratch.Frame(); return frame.Rent<int>(5); } }")]
    [InlineData(
        "return a list's span", "CS8168",
        "static class Code { static Span<int> M() { using var list = new ScratchList<int>(5); return list.AsSpan(); } }")]
    [InlineData(
        "return a list's room", "CS8168",
        "static class Code { static Span<int> M() { var list = new ScratchList<int>(5); return list.GetSpan(); } }")]
    [InlineData(
        "hand the span to a caller", "CS8168",
        "static class Code { static void M(ref Span<int> to) { using var buffer = Scratch.Rent<int>(5); to = buffer.Span; } }")]
    [InlineData(
        "hand the span out", "CS8168",
        "static class Code { static void M(out Span<int> to) { using var buffer = Scratch.Rent<int>(5); to = buffer.Span; } }")]
    [InlineData(
        "return a buffer over the caller's stack", "CS8352",
        "static class Code { static ScratchBuffer<int> M() { "
        + "var buffer = new ScratchBuffer<int>(stackalloc int[9], 5); return buffer; } }")]
    [InlineData(
        "return a list over the caller's stack", "CS8352",
        "static class Code { static ScratchList<int> M() { var list = new ScratchList<int>(stackalloc int[9]); return list; } }")]
    [InlineData(
        "carry a buffer over an await", "CS4007",
        "static class Code { static async Task M() { "
        + "using var buffer = Scratch.Rent<int>(5); await Task.Yield(); buffer.Clear(); } }")]
    [InlineData(
        "carry a frame over an await", "CS4007",
        "static class Code { static async Task M() { using var frame = Scratch.Frame(); await Task.Yield(); } }")]
    [InlineData(
        "carry a list over an await", "CS4007",
        "static class Code { static async Task M() { using var list = new ScratchList<int>(5); await Task.Yield(); } }")]
    [InlineData(
        "carry a buffer over a yield", "CS4007",
        "static class Code { static IEnumerable<int> M() { "
        + "using var buffer = Scratch.Rent<int>(5); yield return buffer[0]; yield return buffer[1]; } }")]
    [InlineData(
        "carry a frame over a yield", "CS4007",
        "static class Code { static IEnumerable<int> M() { using var frame = Scratch.Frame(); yield return 1; } }")]
    [InlineData(
        "carry a span over an await", "CS4007",
        "static class Code { static async Task M() { "
        + "using var buffer = Scratch.Rent<int>(5); Span<int> span = buffer.Span; await Task.Yield(); span.Clear(); } }")]
    [InlineData(
        "take a buffer into an asynchronous method", "CS4012",
        "static class Code { static async Task M(ScratchBuffer<int> buffer) { await Task.Yield(); } }")]
    [InlineData(
        "capture a list", "CS8175",
        "static class Code { static Func<int> M() { var list = new ScratchList<int>(5); return () => list.Count; } }")]
    [InlineData("keep a frame in a field", "CS8345", "sealed class Code { private ScratchFrame _frame; }")]
    [InlineData("keep a list in a field of a struct", "CS8345", "struct Code { private ScratchList<int> _list; }")]
    [InlineData(
        "keep a buffer in a tuple", "CS9244",
        "static class Code { static void M() { var pair = (Scratch.Rent<int>(5), 1); } }")]
    [InlineData(
        "keep a buffer in a list", "CS9244",
        "static class Code { static void M() { var list = new List<ScratchBuffer<int>>(); } }")]
    [InlineData(
        "keep the span in a ref struct that lives longer", "CS8168",
        "ref struct Code { private Span<int> _span; void M() { "
        + "using var buffer = Scratch.Rent<int>(5); _span = buffer.Span; } }")]
    [InlineData(
        "return a list's text as a span", "CS8352",
        "static class Code { static ReadOnlySpan<char> M() { "
        + "using var list = new ScratchList<char>(stackalloc char[9]); list.Append($\"{1}\"); return list.AsSpan(); } }")]
    [InlineData(
        "keep a text handler longer than its list", "CS8347",
        "static class Code { static ScratchTextHandler M() { "
        + "var list = new ScratchList<char>(5); return new ScratchTextHandler(0, 0, in list); } }")]
    [InlineData(
        "rent references from a frame", "CS8377",
        "static class Code { static void M() { using var frame = Scratch.Frame(); frame.Rent<object>(5); } }")]
    [InlineData(
        "capture a buffer", "CS8175",
        "static class Code { static Func<int> M() { var buffer = Scratch.Rent<int>(5); return () => buffer.Length; } }")]
    [InlineData("keep a buffer in a field", "CS8345", "sealed class Code { private ScratchBuffer<int> _buffer; }")]
    [InlineData("keep a buffer in a static field", "CS8345", "static class Code { private static ScratchBuffer<int> s_buffer; }")]
    [InlineData("keep a buffer in an array", "CS0611", "static class Code { static void M(ScratchBuffer<int>[] buffers) { } }")]
    [InlineData(
        "box a buffer", "CS0029",
        "static class Code { static object M() { object boxed = Scratch.Rent<int>(5); return boxed; } }")]
    [InlineData(
        "box a buffer as IDisposable", "CS0029",
        "static class Code { static IDisposable M() { IDisposable boxed = Scratch.Rent<int>(5); return boxed; } }")]
    [InlineData(
        "rent references", "CS8377",
        "static class Code { static void M() { using var buffer = Scratch.Rent<string>(5); } }")]
    [InlineData(
        "rent structs with references", "CS8377",
        "static class Code { static void M() { using var buffer = Scratch.Rent<KeyValuePair<int, string>>(5); } }")]
    [InlineData(
        "format into a list of numbers", "CS1503",
        "static class Code { static void M() { using var list = new ScratchList<int>(5); list.Append($\"{1}\"); } }")]
    [InlineData(
        "pass on a list that is declared with using", "CS1657",
        "static class Code { static void M() { "
        + "using var list = new ScratchList<int>(5); N(ref list); } static void N(ref ScratchList<int> list) { } }")]
    public void The_compiler_refuses_to(string misuse, string error, string code)
    {
        string[] errors = Errors(code);

        Assert.True(errors.Length > 0, $"It compiles to {misuse}.");
        Assert.Contains(errors, found => found.StartsWith(error, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(
        "static class Code { static ScratchBuffer<int> M() { "
        + "var buffer = Scratch.Rent<int>(5); buffer.Clear(); return buffer; } }")]
    [InlineData(
        "static class Code { static int M() { using var buffer = Scratch.Rent<int>(5); "
        + "Span<int> span = buffer.Span; return N(span[1..]); } static int N(Span<int> span) => span.Length; }")]
    [InlineData(
        "static class Code { static async Task<int> M() { int length = N(); await Task.Yield(); "
        + "return length; static int N() { using var buffer = Scratch.Rent<int>(5); return buffer.Length; } } }")]
    [InlineData(
        "static class Code { static async Task M() { "
        + "using (var buffer = Scratch.Rent<int>(5)) { buffer.Clear(); } await Task.Yield(); } }")]
    [InlineData(
        "static class Code { static IEnumerable<int> M() { "
        + "int first; using (var buffer = Scratch.Rent<int>(5, clear: true)) { first = buffer[0]; } yield return first; } }")]
    [InlineData(
        "static class Code { static string M(int value) { using var list = new ScratchList<char>(stackalloc char[64]); "
        + "list.Append($\"{value}\"); list.Append(\"text\"); list.Append('c'); return list.ToString(); } }")]
    [InlineData(
        "static class Code { static void M(ref ScratchList<char> list, int value) { "
        + "list.Append($\"{value:X} {value}\"); list.Append(null, $\"{value,5}\"); } }")]
    [InlineData(
        "static class Code { static ScratchList<char> M(int value) { "
        + "var list = new ScratchList<char>(5); list.Append($\"{value}\"); return list; } }")]
    [InlineData(
        "static class Code { static int M(int value) { using var list = new ScratchList<byte>(stackalloc byte[64]); "
        + "list.Append($\"{value} {value,5:X}\"); list.Append(null, $\"text\"); return list.Count; } }")]
    [InlineData(
        "static class Code { static void M() { using var buffer = Scratch.Rent<byte>(5, clearOnRelease: true); "
        + "using var frame = Scratch.Frame(); frame.Rent<byte>(5, clear: true, clearOnRelease: true); } }")]
    [InlineData("ref struct Code { private ScratchList<char> _list; void M(int value) { _list.Append($\"{value}\"); } }")]
    [InlineData(
        "static class Code { static int M() { using var frame = Scratch.Frame(); "
        + "Span<int> a = frame.Rent<int>(5); Span<char> b = frame.Rent<char>(5); return a.Length + b.Length; } }")]
    [InlineData(
        "static class Code { static unsafe int M() { using var buffer = new ScratchBuffer<int>(stackalloc int[5], 9); "
        + "fixed (int* first = buffer.Span) { return *first; } } }")]
    public void The_compiler_accepts(string code) => Findings.AssertNone(Errors(code));

    [Theory]
    [InlineData(
        true,
        "static class Code { static void M(int count) { for (int i = 0; i < count; i++) { "
        + "using var list = new ScratchList<char>(stackalloc char[128]); list.Append($\"{i}\"); } } }")]
    [InlineData(
        true,
        "static class Code { static void M(int count) { "
        + "while (count-- > 0) { using var buffer = new ScratchBuffer<int>(stackalloc int[128], count); buffer.Clear(); } } }")]
    [InlineData(
        false,
        "static class Code { static void M(int count) { Span<char> stack = stackalloc char[128]; "
        + "for (int i = 0; i < count; i++) { using var list = new ScratchList<char>(stack); list.Append($\"{i}\"); } } }")]
    [InlineData(
        false,
        "static class Code { static void M(int count) { "
        + "for (int i = 0; i < count; i++) { using var list = new ScratchList<char>(128); list.Append($\"{i}\"); } } }")]
    public async Task The_analyzers_of_the_sdk_warn_of_the_callers_stack_in_a_loop(bool warns, string code)
    {
        ImmutableArray<Diagnostic> warnings = await Compile(code).WithAnalyzers([StackInLoops()]).GetAnalyzerDiagnosticsAsync();

        Findings.AssertNone(Errors(code));
        Assert.Equal(warns ? ["CA2014"] : [], warnings.Select(static warning => warning.Id));
        Assert.All(warnings, static warning => Assert.Equal(DiagnosticSeverity.Warning, warning.Severity));
    }

    private static DiagnosticAnalyzer StackInLoops()
    {
        // Loaded by name, because other types of the assembly need assemblies that only editors have.
        const string Name = "Microsoft.NetCore.CSharp.Analyzers.Runtime.CSharpDoNotUseStackallocInLoopsAnalyzer";
        var analyzers = Assembly.LoadFrom(
            Path.Combine(Repository.SdkAnalyzers, "Microsoft.CodeAnalysis.CSharp.NetAnalyzers.dll"));
        return (DiagnosticAnalyzer)Activator.CreateInstance(analyzers.GetType(Name, throwOnError: true)!)!;
    }

    private static CSharpCompilation Compile(string code) =>
        SourceCompilation.Create(OutputKind.DynamicallyLinkedLibrary)
            .AddReferences(MetadataReference.CreateFromFile(Assembly.Load("Cenote").Location))
            .AddSyntaxTrees(SourceCompilation.Parse(Usings + code, "Code.cs"));

    private static string[] Errors(string code)
    {
        // The compiler reports values that must not cross an await or a yield only when it emits code.
        using var image = new MemoryStream();
        return
        [
            .. Compile(code)
                .Emit(image)
                .Diagnostics
                .Where(static finding => finding.Severity == DiagnosticSeverity.Error)
                .Select(static finding => $"{finding.Id}: {finding.GetMessage(CultureInfo.InvariantCulture)}"),
        ];
    }
}
