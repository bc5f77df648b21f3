namespace Cenote.Heap;

/// <summary>A .NET process.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Name">The name of its program.</param>
/// <param name="ResidentBytes">How much memory it occupies.</param>
/// <param name="Started">Since when it runs.</param>
internal sealed record HeapProcess(int Id, string Name, long ResidentBytes, DateTimeOffset Started);
