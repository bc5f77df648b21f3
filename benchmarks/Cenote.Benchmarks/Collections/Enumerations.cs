using Cenote.Collections;

namespace Cenote.Benchmarks.Collections;

/// <summary>Enumerates all entries of a dictionary.</summary>
internal sealed class Enumerations(Dictionary<string, int> managed, PooledStringDictionary<int> pooled)
{
    /// <summary>The sum over everything that the last call read.</summary>
    public int Sum { get; private set; }

    /// <summary>Reads lengths of keys, and values.</summary>
    public void ManagedLengths()
    {
        int sum = 0;
        foreach ((string key, int value) in managed)
        {
            sum += key.Length + value;
        }

        Sum = sum;
    }

    /// <summary>Reads keys and values.</summary>
    public void ManagedTexts()
    {
        int sum = 0;
        foreach ((string key, int value) in managed)
        {
            sum += key[^1] + value;
        }

        Sum = sum;
    }

    public void PooledLengths()
    {
        int sum = 0;
        foreach (var entry in pooled)
        {
            sum += entry.KeyLength + entry.Value;
        }

        Sum = sum;
    }

    public void PooledTexts()
    {
        int sum = 0;
        foreach ((ReadOnlySpan<char> key, int value) in pooled)
        {
            sum += key[^1] + value;
        }

        Sum = sum;
    }
}
