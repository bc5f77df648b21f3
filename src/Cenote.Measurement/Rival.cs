namespace Cenote.Measurement;

/// <summary>One of the alternatives that <see cref="SideBySide"/> times against each other.</summary>
public sealed class Rival
{
    /// <summary>Creates a rival.</summary>
    /// <param name="name">The name in reports; unique within a comparison.</param>
    /// <param name="run">
    /// The work. Every call performs the same number of operations, equal for all rivals of a comparison.
    /// </param>
    /// <exception cref="ArgumentException"><paramref name="name"/> is null, empty or white space.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="run"/> is null.</exception>
    public Rival(string name, Action run)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(name);
        ArgumentNullException.ThrowIfNull(run);
        Name = name;
        Run = run;
    }

    /// <summary>The name in reports.</summary>
    public string Name { get; }

    /// <summary>The work; one call is timed as a whole.</summary>
    public Action Run { get; }
}
