using System.Globalization;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;

namespace Cenote.Repository.Tests;

/// <summary>Compiles a snippet as a console program and runs it in this process.</summary>
internal static class SnippetRunner
{
    /// <summary>
    /// Returns the program's output. Warnings count as errors; diagnostics and stack traces name the page and its line.
    /// </summary>
    /// <exception cref="FormatException">The snippet does not compile.</exception>
    public static string Run(Snippet snippet)
    {
        var program = Assembly.Load(Compile(snippet, out byte[] symbols), symbols);
        MethodInfo main = program.EntryPoint!;
        object?[] arguments = main.GetParameters().Length == 0 ? [] : [Array.Empty<string>()];

        using var output = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "\n" };
        TextWriter console = Console.Out;
        CultureInfo culture = CultureInfo.CurrentCulture;
        try
        {
            Console.SetOut(output);
            CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
            main.Invoke(null, BindingFlags.DoNotWrapExceptions, binder: null, arguments, CultureInfo.InvariantCulture);
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
            Console.SetOut(console);
        }

        return output.ToString();
    }

    private static byte[] Compile(Snippet snippet, out byte[] symbols)
    {
        string code = $"#line {snippet.Line} \"{snippet.Page}\"\n{snippet.Code}\n";
        CSharpCompilation compilation = SourceCompilation.Create(OutputKind.ConsoleApplication, snippet.Code.Contains("unsafe", StringComparison.Ordinal))
            .AddReferences(SourceCompilation.Packages)
            .AddSyntaxTrees(SourceCompilation.Parse(code, snippet.Page));

        using var image = new MemoryStream();
        using var debug = new MemoryStream();
        EmitResult result = compilation.Emit(image, debug,
            options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb));
        Diagnostic[] findings = [.. result.Diagnostics.Where(finding => finding.Severity >= DiagnosticSeverity.Warning)];
        if (findings.Length > 0)
        {
            throw new FormatException(string.Join('\n', findings.Select(Describe)));
        }

        symbols = debug.ToArray();
        return image.ToArray();
    }

    private static string Describe(Diagnostic finding)
    {
        FileLinePositionSpan place = finding.Location.GetMappedLineSpan();
        string message = finding.GetMessage(CultureInfo.InvariantCulture);
        return $"{place.Path}:{place.StartLinePosition.Line + 1}: {finding.Id}: {message}";
    }
}
