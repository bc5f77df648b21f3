using System.Reflection;
using System.Runtime.CompilerServices;

namespace Cenote.Repository.Tests;

public sealed class PublicApiTests
{
    private const string UpdateVariable = "CENOTE_UPDATE_SNAPSHOTS";

    [Theory]
    [InlineData("Cenote")]
    [InlineData("Cenote.EntityFrameworkCore")]
    [InlineData("Cenote.Extensions")]
    public void The_public_api_is_the_one_in_the_snapshot(string assembly)
    {
        string snapshot = Repository.PathOf($"tests/Cenote.Repository.Tests/PublicApi.{assembly}.txt");
        string[] actual = [.. PublicApi.Describe(Assembly.Load(assembly).Location)];
        if (Environment.GetEnvironmentVariable(UpdateVariable) == "1")
        {
            File.WriteAllText(snapshot, string.Concat(actual.Select(line => line + "\n")));
        }

        string[] expected = File.ReadAllLines(snapshot);

        Assert.True(expected.AsSpan().SequenceEqual(actual), Difference(expected, actual));
    }

    [Fact]
    public void The_public_api_does_not_grow()
    {
        string[] api = [.. PublicApi.Describe(Assembly.Load("Cenote").Location)];
        int members = api.Count(static line => line.StartsWith(' '));

        Assert.InRange(api.Length - members, 1, 115);
        Assert.InRange(members, 1, 1_170);
    }

    [Theory]
    [InlineData("Cenote")]
    [InlineData("Cenote.EntityFrameworkCore")]
    [InlineData("Cenote.Extensions")]
    public void New_with_an_initializer_in_it_means_the_options(string assembly)
    {
        foreach (Type type in Assembly.Load(assembly).GetExportedTypes())
        {
            ConstructorInfo[] constructors = [.. type.GetConstructors().Where(static each => TakesOne(each))];
            foreach (ConstructorInfo options in constructors.Where(static each => IsOptions(FirstOf(each))))
            {
                Assert.True(
                    constructors.Count(static each => IsCreatedByNew(FirstOf(each))) == 1
                        || options.GetCustomAttribute<OverloadResolutionPriorityAttribute>() is { Priority: > 0 },
                    $"new {type.Name}(new() {{ … }}) is ambiguous: the constructor with options needs OverloadResolutionPriority.");
            }
        }

        static bool TakesOne(ConstructorInfo constructor) =>
            constructor.GetParameters() is [_, .. ParameterInfo[] rest] && rest.All(static each => each.IsOptional);

        static Type FirstOf(ConstructorInfo constructor) => constructor.GetParameters()[0].ParameterType;

        static bool IsOptions(Type type) => type.Name.Contains("Options", StringComparison.Ordinal);

        static bool IsCreatedByNew(Type type) => type.IsValueType || type.GetConstructor([]) is not null;
    }

    [Fact]
    public void A_difference_names_lines_with_their_types()
    {
        string difference = Difference(
            ["class A", "    int Gone()", "    int Same()", "class B", "    int New()"],
            ["class A", "    int New()", "    int Same()", "class B", "    int New()"]);

        Assert.Contains("- class A: int Gone()\n+ class A: int New()\n", difference, StringComparison.Ordinal);
        Assert.DoesNotContain("Same", difference, StringComparison.Ordinal);
        Assert.DoesNotContain("class B", difference, StringComparison.Ordinal);
    }

    private static string Difference(string[] expected, string[] actual)
    {
        string[] before = [.. WithTypes(expected)];
        string[] after = [.. WithTypes(actual)];
        IEnumerable<string> lines =
        [
            .. before.Except(after, StringComparer.Ordinal).Select(line => "- " + line),
            .. after.Except(before, StringComparer.Ordinal).Select(line => "+ " + line),
            $"If this is intended, run the test again with {UpdateVariable}=1 and commit the snapshot.",
        ];
        return "The public API has changed.\n" + string.Join('\n', lines);
    }

    private static IEnumerable<string> WithTypes(IEnumerable<string> lines)
    {
        string type = "";
        foreach (string line in lines)
        {
            bool isMember = line.StartsWith(' ');
            type = isMember ? type : line;
            yield return isMember ? $"{type}: {line.Trim()}" : line;
        }
    }
}
