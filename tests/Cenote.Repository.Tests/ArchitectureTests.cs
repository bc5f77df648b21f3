using System.Reflection;
using Cenote.Tests.Support;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Cenote.Repository.Tests;

/// <summary>A module depends only on the modules that its <see cref="ModulePlan"/> lists.</summary>
public sealed class ArchitectureTests
{
    public static TheoryData<string> Projects { get; } = [.. ModulePlan.All.Select(plan => plan.Project)];

    [LongTheory]
    [MemberData(nameof(Projects))]
    public void A_module_depends_only_on_what_its_plan_lists(string project) =>
        Findings.AssertNone(PlanOf(project).Violations.Select(use => use.ToString()));

    [LongTheory]
    [InlineData("Cenote", "Strings", "Memory.Cells")]
    [InlineData("Cenote", "Memory.Cells", "Memory.Pages")]
    [InlineData("Cenote.Tool", "Reports", "Measuring")]
    [InlineData("Cenote.Tool", "CommandLine", "Reports")]
    public void Uses_of_another_module_are_seen(string project, string from, string to) =>
        Assert.Contains(PlanOf(project).Uses, use => use.From == from && use.To == to);

    [LongFact]
    public void A_reversed_order_of_modules_is_refused()
    {
        Assert.Contains(ModulePlan.Tool.Reversed().Violations, use => use is { From: "Profile", To: "Input" });
    }

    [Theory]
    [MemberData(nameof(Projects))]
    public void Every_folder_is_in_a_module_and_every_module_is_a_folder(string project)
    {
        ModulePlan plan = PlanOf(project);
        string root = $"src/{project}";
        (string Folder, string? Module)[] folders =
        [
            .. Repository.FilesUnder(root, "*.cs")
                .Select(file => NamespaceOf(root, file))
                .Where(folder => folder.Length > 0)
                .Distinct()
                .Select(folder => (folder, plan.ModuleOf($"{project}.{folder}"))),
        ];

        Findings.AssertNone(folders.Where(entry => entry.Module is null).Select(entry => entry.Folder));
        Findings.AssertNone(plan.Modules.Except(folders.Select(entry => entry.Module!)));
    }

    [Fact]
    public void The_plan_says_which_modules_have_no_public_types()
    {
        IEnumerable<string?> found =
            Assembly.Load("Cenote").GetExportedTypes().Select(type => ModulePlan.Library.ModuleOf(type.Namespace!));

        Assert.Equal(
            ModulePlan.Library.Modules.Except(ModulePlan.InternalModules).Order(StringComparer.Ordinal),
            found.OfType<string>().Distinct().Order(StringComparer.Ordinal));
    }

    [LongFact]
    public void Every_dependency_in_a_plan_is_used() =>
        Findings.AssertNone(ModulePlan.Library.Dependencies.Except(ModulePlan.Library.Uses.Select(use => $"{use.From} on {use.To}")));

    [Fact]
    public void A_folder_is_a_namespace_unless_it_is_part_of_a_module()
    {
        IEnumerable<string> wrong =
            from file in Repository.FilesUnder("src", "*.cs")
            let root = SourceCompilation.ParseFile(file).GetRoot()
            from declared in root.DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>()
            let folder = NamespaceOf("src", file)

            // Exempt: the namespace that users of dependency injection already import.
            where declared.Name.ToString() != "Microsoft.Extensions.DependencyInjection"
                || folder != "Cenote.Extensions.DependencyInjection"
            where declared.Name.ToString() != (ModulePlan.Library.ModuleOf(folder) is { } module ? $"Cenote.{module}" : folder)
            select $"{file} declares {declared.Name}";

        Findings.AssertNone(wrong);
    }

    private static ModulePlan PlanOf(string project) => ModulePlan.All.Single(plan => plan.Project == project);

    private static string NamespaceOf(string root, string file) =>
        Path.GetDirectoryName(Path.GetRelativePath(root, file))!.Replace('/', '.').Replace('\\', '.');
}
