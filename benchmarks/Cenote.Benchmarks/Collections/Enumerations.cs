using Cenote.Collections;

namespace Cenote.Benchmarks.Collections;

/// <summary>Enumerates all entries of a .NET dictionary and of a pooled one.</summary>
internal sealed class Enumerations(Dictionary<string, int> managed, PooledStringDictionary<int> pooled)
{
    /// <summary>The sum of all that the last call read, so that the loops are not optimized away.</summary>
    public int Sum { get; private set; }

    /// <summary>Reads the length of each key, and each value.</summary>
    public void ManagedLengths()
    {
        int sum = 0;
        foreach ((string key, int value) in managed)
        {
            sum += key.Length + value;
        }

        Sum = sum;
    }

    /// <summary>Reads the last char of each key, and each value.</summary>
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
