namespace Cenote.Tests.Support;

/// <summary>An object that owns native memory, with the operations common to all kinds.</summary>
/// <param name="Owner">The object, empty.</param>
/// <param name="Add">Adds entry N, the number of entries so far.</param>
/// <param name="Check">Reads entry N and fails the test if it is wrong.</param>
/// <param name="Count">The number of entries; null if the type has none.</param>
/// <param name="Clear">Removes all entries; null if the type cannot.</param>
/// <param name="Trim">Returns memory to the operating system; null if the type cannot.</param>
internal sealed record GrowingOwner(
    IDisposable Owner, Action<int> Add, Action<int> Check, Func<long>? Count = null, Action? Clear = null, Func<long>? Trim = null);
