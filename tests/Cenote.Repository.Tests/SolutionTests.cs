using System.Xml.Linq;

namespace Cenote.Repository.Tests;

public sealed class SolutionTests
{
    [Fact]
    public void Every_project_is_in_the_solution()
    {
        IEnumerable<string> projects =
        [
            .. Repository.FilesUnder("src", "*.csproj"),
            .. Repository.FilesUnder("tests", "*.csproj"),
            .. Repository.FilesUnder("benchmarks", "*.csproj"),
            .. Repository.FilesUnder("samples", "*.csproj"),
        ];
        IEnumerable<string> listed = XDocument.Load(Repository.PathOf("Cenote.slnx"))
            .Descendants("Project")
            .Select(project => project.Attribute("Path")!.Value);

        Assert.Equal(projects.Order(StringComparer.Ordinal), listed.Order(StringComparer.Ordinal));
    }
}
