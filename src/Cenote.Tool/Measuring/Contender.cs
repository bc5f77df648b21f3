namespace Cenote.Tool.Measuring;

/// <summary>One way to do what a step measures.</summary>
/// <param name="Name">What tables call it: the type a user would write.</param>
/// <param name="Start">Prepares it to be timed.</param>
/// <param name="Verify">Does the same work once, untimed, and returns the checksum of everything read back.</param>
/// <param name="Hold">Builds what its memory is measured of; null where memory is not the question.</param>
internal sealed record Contender(string Name, Func<IWorkload> Start, Func<ulong> Verify, Func<IHeld>? Hold = null)
{
    /// <summary>Makes what the work begins with and is not a part of it; called before everything else.</summary>
    public Action Prepare { get; init; } = static () => { };

    /// <summary>One that is timed while it builds a collection and lets it go again, and whose memory is measured.</summary>
    public static Contender Holding(string name, Func<IHeld> build)
    {
        ulong Verify()
        {
            using IHeld held = build();
            return held.Checksum();
        }

        return new Contender(name, () => new Building(build), Verify, build);
    }
}
