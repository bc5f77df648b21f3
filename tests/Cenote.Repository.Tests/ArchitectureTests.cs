using System.Reflection;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Cenote.Repository.Tests;

/// <summary>The house rule that arrows point down: a room stands on nothing but what its <see cref="RoomPlan"/> says.</summary>
public sealed class ArchitectureTests
{
    public static TheoryData<string> Projects { get; } = [.. RoomPlan.All.Select(plan => plan.Project)];

    [Theory]
    [MemberData(nameof(Projects))]
    public void A_room_stands_on_nothing_but_what_its_plan_says(string project) =>
        Findings.AssertNone(PlanOf(project).Violations.Select(use => use.ToString()));

    [Theory]
    [InlineData("Cenote", "Strings", "Memory.Cells")]
    [InlineData("Cenote", "Memory.Cells", "Memory.Pages")]
    [InlineData("Cenote.Tool", "Reports", "Measuring")]
    [InlineData("Cenote.Tool", "CommandLine", "Reports")]
    public void Uses_of_another_room_are_seen(string project, string from, string to) =>
        Assert.Contains(PlanOf(project).Uses, use => use.From == from && use.To == to);

    [Fact]
    public void A_line_of_rooms_that_points_the_other_way_is_refused()
    {
        var reversed = RoomPlan.InOneLine(RoomPlan.Tool.Project, [.. RoomPlan.Tool.Rooms.Reverse()]);

        Assert.Contains(reversed.Violations, use => use is { From: "Profile", To: "Input" });
    }

    [Theory]
    [MemberData(nameof(Projects))]
    public void Every_folder_is_in_a_room_and_every_room_is_a_folder(string project)
    {
        RoomPlan plan = PlanOf(project);
        string root = $"src/{project}";
        (string Folder, string? Room)[] folders =
        [
            .. Repository.FilesUnder(root, "*.cs")
                .Select(file => NamespaceOf(root, file))
                .Where(folder => folder.Length > 0)
                .Distinct()
                .Select(folder => (folder, plan.RoomOf($"{project}.{folder}"))),
        ];

        Findings.AssertNone(folders.Where(entry => entry.Room is null).Select(entry => entry.Folder));
        Findings.AssertNone(plan.Rooms.Except(folders.Select(entry => entry.Room!)));
    }

    [Theory]
    [InlineData("Text")]
    [InlineData("Threading")]
    [InlineData("Memory.Pages")]
    [InlineData("Memory.Cells")]
    [InlineData("Memory.Contiguous")]
    [InlineData("Memory.Keys")]
    [InlineData("Memory.Rings")]
    [InlineData("Buffers.Stack")]
    public void The_ground_floor_is_not_public(string room) =>
        Assert.DoesNotContain(
            Assembly.Load("Cenote").GetExportedTypes(), type => RoomPlan.Library.RoomOf(type.Namespace!) == room);

    [Fact]
    public void Every_arrow_of_the_library_is_used() =>
        Findings.AssertNone(RoomPlan.Library.Arrows.Except(RoomPlan.Library.Uses.Select(use => $"{use.From} on {use.To}")));

    [Fact]
    public void A_folder_is_a_namespace_but_a_shelf_has_that_of_its_room()
    {
        IEnumerable<string> wrong =
            from file in Repository.FilesUnder("src", "*.cs")
            let root = SourceCompilation.ParseFile(file).GetRoot()
            from declared in root.DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>()
            let folder = NamespaceOf("src", file)

            // Where users of dependency injection have their using directive already.
            where declared.Name.ToString() != "Microsoft.Extensions.DependencyInjection"
                || folder != "Cenote.Extensions.DependencyInjection"
            where declared.Name.ToString() != (RoomPlan.Library.RoomOf(folder) is { } room ? $"Cenote.{room}" : folder)
            select $"{file} declares {declared.Name}";

        Findings.AssertNone(wrong);
    }

    private static RoomPlan PlanOf(string project) => RoomPlan.All.Single(plan => plan.Project == project);

    private static string NamespaceOf(string root, string file) =>
        Path.GetDirectoryName(Path.GetRelativePath(root, file))!.Replace('/', '.').Replace('\\', '.');
}
