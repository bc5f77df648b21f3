namespace Cenote.Benchmarks.Collections;

/// <summary>Keys in the order in which tables are asked for them, a part of them in each pass: what a pass asked for is out of the cache before it comes again.</summary>
internal sealed class Questions
{
    private readonly int _parts;

    public Questions(Keys keys, int parts)
    {
        Keys = keys;
        Strings = keys.Strings();
        PartSize = keys.Count / parts;
        _parts = parts;
    }

    public Keys Keys { get; }

    public string[] Strings { get; }

    /// <summary>Keys of one pass.</summary>
    public int PartSize { get; }

    /// <summary>Where the part of a pass begins.</summary>
    public int StartOf(int pass) => pass % _parts * PartSize;
}
