using System.Reflection;

namespace Cenote.Tool.Reports.Html;

/// <summary>The address of the repository, set when the tool is built.</summary>
internal static class Home
{
    /// <summary>The address that the tool was built with; null for none.</summary>
    public static string? Address { get; } = AddressIn(typeof(Home).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>());

    /// <summary>The address in the metadata of an assembly; null unless it is an absolute HTTPS address.</summary>
    public static string? AddressIn(IEnumerable<AssemblyMetadataAttribute> metadata) => metadata
        .Where(entry => entry.Key == "RepositoryUrl")
        .Select(entry => entry.Value)
        .FirstOrDefault(value => Uri.TryCreate(value, UriKind.Absolute, out Uri? uri) && uri.Scheme == Uri.UriSchemeHttps);

    /// <summary>The name of the library, and a link to it if there is an address.</summary>
    public static Fragment Link(string? address) => address is null
        ? Fragment.Of($"Cenote")
        : Fragment.Of($"""<a href="{address}">Cenote</a>""");
}
