namespace Cenote.Heap;

/// <summary>The field through which a program reaches collections, which is what a user changes to follow the advice.</summary>
/// <param name="Name">What it is called in reports, such as <c>Documentation._comments</c>.</param>
/// <param name="FullName">With namespaces.</param>
internal sealed record HeapOwner(string Name, string FullName)
{
    /// <summary>Whether it is a field of .NET itself: a field of the program that leads to the same collection says more.</summary>
    public bool IsFramework { get; } = FullName.StartsWith("System.", StringComparison.Ordinal);
}
