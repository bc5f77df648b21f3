namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>How the C++ side was built and run.</summary>
/// <param name="Schema">Version of the lines.</param>
/// <param name="Compiler">Its name and version.</param>
/// <param name="Rounds">How often everything was done.</param>
internal sealed record NativeRun(int Schema, string Compiler, int Rounds) : NativeLine;
