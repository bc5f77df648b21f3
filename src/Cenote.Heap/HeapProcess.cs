namespace Cenote.Heap;

/// <summary>A .NET process.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Name">The name of its program.</param>
/// <param name="ResidentBytes">Its resident memory.</param>
/// <param name="Started">Its start time.</param>
internal sealed record HeapProcess(int Id, string Name, long ResidentBytes, DateTimeOffset Started);
