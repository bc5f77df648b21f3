namespace Cenote.Benchmarks.Collections;

/// <summary>
/// Keys in the order in which tables are asked for them, a part of them in each pass: what a pass asked for
/// is out of the cache before it comes again.
/// </summary>
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

    /// <summary>
    /// The same keys as strings, made when somebody asks for them: millions of them would slow down each collection.
    /// </summary>
    public string[] Strings => field ??= Keys.Strings();

    /// <summary>Keys of one pass.</summary>
    public int PartSize { get; }

    /// <summary>Where the part of a pass begins.</summary>
    public int StartOf(int pass) => pass % _parts * PartSize;
}
