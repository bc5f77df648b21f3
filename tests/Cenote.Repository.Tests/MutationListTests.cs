namespace Cenote.Repository.Tests;

/// <summary>The mutations of <c>tests/mutate</c>: each changes one place of an existing file.</summary>
public sealed class MutationListTests
{
    private static readonly Mutation[] s_mutations = [.. Read(File.ReadAllLines(Repository.PathOf("tests/mutations.txt")))];

    [Fact]
    public void Every_pattern_occurs_once_in_its_file() =>
        Findings.AssertNone(
            from mutation in s_mutations
            let count = Count(mutation.Pattern, $"src/Cenote/{mutation.File}")
            where count != 1
            select $"tests/mutations.txt:{mutation.Line}: the pattern occurs {count} times in {mutation.File}");

    [Fact]
    public void Every_named_test_exists()
    {
        string[] names =
        [
            .. Repository.FilesUnder("tests/Cenote.Tests", "*.cs")
                .Concat(Repository.FilesUnder("tests/Cenote.Process.Tests", "*.cs"))
                .Select(NameOf),
        ];

        Assert.NotEmpty(s_mutations);
        Findings.AssertNone(
            from mutation in s_mutations
            from word in mutation.Tests
            where !names.Any(name => name.Contains(word, StringComparison.Ordinal))
            select $"tests/mutations.txt:{mutation.Line}: no test class has {word} in its full name");
    }

    // Each test file has one class of the same name.
    private static string NameOf(string file)
    {
        const string Declaration = "namespace ";
        string line = File.ReadLines(Repository.PathOf(file))
            .FirstOrDefault(line => line.StartsWith(Declaration, StringComparison.Ordinal), Declaration);
        return $"{line[Declaration.Length..].TrimEnd(';')}.{Path.GetFileNameWithoutExtension(file)}";
    }

    private static IEnumerable<Mutation> Read(string[] lines)
    {
        for (int i = 0; i < lines.Length; i++)
        {
            if (lines[i].Length > 0 && lines[i][0] is not ('#' or '-' or '+'))
            {
                string[] parts = lines[i].Split(" | ");
                IEnumerable<string> pattern = lines.Skip(i + 1).TakeWhile(line => line.StartsWith("- ", StringComparison.Ordinal));
                yield return new Mutation(i + 1, parts[0], parts[1].Split(' '), string.Join('\n', pattern.Select(line => line[2..])));
            }
        }
    }

    private static int Count(string pattern, string file) =>
        pattern.Length > 0 && File.Exists(Repository.PathOf(file))
            ? File.ReadAllText(Repository.PathOf(file)).ReplaceLineEndings("\n").Split(pattern).Length - 1
            : 0;

    private sealed record Mutation(int Line, string File, string[] Tests, string Pattern);
}
