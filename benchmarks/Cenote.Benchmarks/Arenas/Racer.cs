namespace Cenote.Benchmarks.Arenas;

/// <summary>One who takes part in a <see cref="Race"/>.</summary>
/// <param name="Name">What tables call it.</param>
/// <param name="Prepare">Brings everything into the state from which the work begins. Not timed.</param>
/// <param name="Work">What is timed.</param>
/// <param name="Checksum">Of the strings that the work ends with.</param>
internal sealed record Racer(string Name, Action Prepare, Action Work, Func<ulong> Checksum);
