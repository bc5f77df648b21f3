namespace Cenote.Benchmarks.Collections;

/// <summary>A table that is asked. Implemented by structs, so that the JIT compiler makes a loop of its own for each.</summary>
internal interface IKeyReader
{
    bool TryGetValue(ReadOnlySpan<char> key, out int value);

    bool TryGetValue(string key, out int value);
}
