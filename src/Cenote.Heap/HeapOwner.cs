namespace Cenote.Heap;

/// <summary>The field through which a program reaches collections: the code to change if a recommendation is followed.</summary>
/// <param name="Name">The name in reports, such as <c>Documentation._comments</c>.</param>
/// <param name="FullName">The name with namespaces.</param>
internal sealed record HeapOwner(string Name, string FullName)
{
    /// <summary>
    /// Whether the field belongs to .NET. A field of the program that leads to the same collection is preferred.
    /// </summary>
    public bool IsFramework { get; } = FullName.StartsWith("System.", StringComparison.Ordinal);
}
