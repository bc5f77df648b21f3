using System.Reflection;
using Cenote.Tool.Advising;
using Cenote.Tool.Heaps;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Sections;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Cenote.Tool.Tests.Advising;

public class SnippetsTests
{
    private const string Usings = """
        using System;
        using System.Buffers;
        using System.Collections.Concurrent;
        using System.Collections.Generic;
        using System.Text;
        using Cenote.Arenas;
        using Cenote.Buffers;
        using Cenote.Caching;
        using Cenote.Collections;
        using Cenote.Interning;
        using Cenote.Objects;
        using Cenote.Strings;
        using Microsoft.Extensions.Caching.Memory;
        using Microsoft.Extensions.DependencyInjection;

        """;

    // The declarations that copied lines need.
    private const string Surroundings = """
            static string[] strings = ["Sac Actun", "Dos Ojos"], window = new string[1];
            static List<string> list = [];
            static PooledStringRef[] handles = new PooledStringRef[1], pooled = new PooledStringRef[1];
            static PooledStringId[] ids = new PooledStringId[1];
            static PooledString[] contiguous = new PooledString[1];
            static SegmentedStringPool segmentedPool = new();
            static UnmanagedStringPool contiguousPool = new(1024);
            static byte[] value = new byte[1024];
            static int i = 0, oldest = 0, number, entry = 1;
            static ServiceCollection services = new();
            static (string Description, int DescriptionId, IReadOnlyDictionary<string, string> Labels) product;
            static (string City, int CityId, Dictionary<string, string> Labels) item;
            static Dictionary<string, string> LoadLabels(string language) => new() { [language] = language };

        """;

    // The snippets of contenders and of heap advice.
    private static readonly Dictionary<string, Snippet> s_all = Snippets.All
        .Concat(HeapSnippets.All.Select(entry => KeyValuePair.Create($"heap: {entry.Key}", entry.Value)))
        .ToDictionary(StringComparer.Ordinal);

    // References are read and bound once, for all code that is added.
    private static readonly CSharpCompilation s_empty = CSharpCompilation.Create(
        "Snippet",
        references: ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator).Select(static path => MetadataReference.CreateFromFile(path)),
        options: new(OutputKind.ConsoleApplication));

    public static TheoryData<string> Names => [.. s_all.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void What_is_copied_compiles(string name)
    {
        Snippet snippet = s_all[name];

        Assert.Empty(ErrorsOf(snippet.Before));
        Assert.Empty(ErrorsOf(snippet.After));
        Assert.NotEmpty(ErrorsOf("int x = text;"));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void What_is_copied_runs(string name)
    {
        Snippet snippet = s_all[name];

        Run(snippet.Before);
        Run(snippet.After);
    }

    [Theory]
    [InlineData("StringInterner", "Order.City", "item.City = interner.Intern(text);")]
    [InlineData("WeakStringInterner", "Order.City", "item.City = interner.Intern(text);")]
    [InlineData("StringTable", "Order.City", "item.CityId = table.GetOrAdd(text);")]
    [InlineData("StringTable", "Map.Cities → string[]", "int id = table.GetOrAdd(text);")]
    [InlineData("StringInterner", "Map.Cities → Dictionary<string, string> values", "string item = interner.Intern(text);")]
    [InlineData(HeapRules.PooledDictionary, "Map._cities → Dictionary<string, int>", "using var _cities = new PooledStringDictionary<int>();")]
    [InlineData(HeapRules.PooledDictionary, "Map._cities → Dictionary<string, double>", "using var _cities = new PooledStringDictionary<double>();")]
    [InlineData(HeapRules.ConcurrentPooledDictionary, "Map._cities → ConcurrentDictionary<string, List<int>>", "ConcurrentPooledStringDictionary<List<int>>();", false)]
    [InlineData("ByteCache", "Map.Pages → Dictionary<string, byte[]>", "Pages.Set(text, utf8);")]
    [InlineData(HeapRules.SharedCollection, "Order.Labels → Dictionary<string, string> values", "Dictionary<string, string> labels =")]
    [InlineData("ByteCache", "MemoryCache", "MaximumBytes = 256L << 20")]
    [InlineData(HeapRules.DistributedCache, "MemoryCache", "MaximumBytes = 256L << 20", false)]
    public void The_code_of_a_heap_has_the_names_of_the_place(string recommended, string place, string expected, bool runs = true)
    {
        Snippet snippet = HeapSnippets.Of(recommended, Advice(place))!;

        Assert.Contains(expected, snippet.After, StringComparison.Ordinal);
        if (runs)
        {
            Run(snippet.Before);
            Run(snippet.After);
        }
    }

    [Theory]
    [InlineData("Order._tags → string[]", "List<string>")]
    [InlineData("Order._names → Dictionary<string, List<int>> values", "Dictionary<string, List<int>>")]
    [InlineData("Order._pairs → ValueTuple<string, int>.Item1", "Dictionary<string, string>")]
    [InlineData("DictionaryEntry._key", "Dictionary<string, string>")]
    [InlineData("A.B._c → System.Collections.Generic.Dictionary<System.String, System.String>+Entry[].value", "Dictionary<string, string>")]
    public void The_code_for_shared_collections_has_their_type_if_it_is_one(string place, string type) => Assert.Contains(
        $"ConcurrentDictionary<string, {type}>",
        HeapSnippets.Of(HeapRules.SharedCollection, Advice(place) with { HasLists = place.Contains("_tags", StringComparison.Ordinal) })!.After,
        StringComparison.Ordinal);

    [Fact]
    public void A_builder_of_the_pool_is_empty_when_it_is_used_again()
    {
        const string Free = "builders.Free(builder);";
        string code = Snippets.Of(ObjectsSection.PooledBuilders)!.After;

        Assert.EndsWith(Free, code, StringComparison.Ordinal);
        Run($"{code.Replace(Free, $"builder.Append(text);\n{Free}", StringComparison.Ordinal)}\n"
            + "if (builders.Allocate().Length > 0) { throw new InvalidOperationException(); }");
    }

    [Fact]
    public void There_is_one_for_everything_of_Cenote_that_a_program_may_use()
    {
        Assert.All(
            [StringsSection.RefArray, StringsSection.IdArray, StringsSection.InternedArray, InterningSection.Table],
            name => Assert.NotNull(Snippets.Of(name)));
        Assert.All(
            [StringsSection.ManagedArray, StringsSection.Managed, CollectionsSection.Managed],
            name => Assert.Null(Snippets.Of(name)));
        Assert.All(Snippets.All.Keys, name => Assert.NotEqual(string.Empty, Origins.FillOf(name)));
    }

    private static HeapAdvice Advice(string place) => new(
        place, place, null, 0, 150 << 20, IsEstimated: true, 0, 0, "text");

    private static IEnumerable<string> ErrorsOf(string code) => Compile(code)
        .GetDiagnostics()
        .Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)
        .Select(diagnostic => diagnostic.ToString());

    private static void Run(string code)
    {
        using var assembly = new MemoryStream();
        Assert.True(Compile(code).Emit(assembly).Success);
        Use use = Assembly.Load(assembly.ToArray()).GetType("Program")!
            .GetMethod(nameof(Use), BindingFlags.NonPublic | BindingFlags.Static)!.CreateDelegate<Use>();
        use("Dos Ojos", "Dos Ojos"u8);
        use("El Zapote", "El Zapote"u8);
    }

    private static CSharpCompilation Compile(string code)
    {
        string source = $"{Usings}static class Program\n{{\n{Surroundings}    static void Main() {{ }}\n"
            + $"    static void Use(ReadOnlySpan<char> text, ReadOnlySpan<byte> utf8)\n    {{\n{code}\n    }}\n}}\n";
        return s_empty.AddSyntaxTrees(CSharpSyntaxTree.ParseText(source));
    }

    private delegate void Use(ReadOnlySpan<char> text, ReadOnlySpan<byte> utf8);
}
