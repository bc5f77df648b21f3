namespace Cenote.Measurement;

/// <summary>One of the alternatives that <see cref="SideBySide"/> times against each other.</summary>
public sealed class Rival
{
    /// <summary>Creates a rival.</summary>
    /// <param name="name">What reports call it; unique within a comparison.</param>
    /// <param name="run">
    /// The work. Every call performs the same number of operations, which all rivals of a comparison share.
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

    /// <summary>What reports call it.</summary>
    public string Name { get; }

    /// <summary>The work; one call is timed as a whole.</summary>
    public Action Run { get; }
}
