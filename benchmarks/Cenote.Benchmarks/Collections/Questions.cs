namespace Cenote.Benchmarks.Collections;

/// <summary>Keys in lookup order. Each pass looks up another part, so that keys leave the CPU cache before they recur.</summary>
internal sealed class Questions
{
    private readonly int _parts;

    public Questions(Keys keys, int parts)
    {
        Keys = keys;
        PartSize = keys.Count / parts;
        _parts = parts;
    }

    public Keys Keys { get; }

    /// <summary>The same keys as strings, created on first use: millions of strings would slow down each collection.</summary>
    public string[] Strings => field ??= Keys.Strings();

    /// <summary>The number of keys in each pass.</summary>
    public int PartSize { get; }

    /// <summary>The start of a pass's part.</summary>
    public int StartOf(int pass) => pass % _parts * PartSize;
}
