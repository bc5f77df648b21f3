namespace Cenote.Tool.Measuring;

/// <summary>One way to do the work that a step measures.</summary>
/// <param name="Name">The name in tables: the type in user code.</param>
/// <param name="Start">Prepares it to be timed.</param>
/// <param name="Verify">Does the same work once, untimed, and returns the checksum of everything read back.</param>
/// <param name="Hold">Builds the collection whose memory is measured; null if memory is not measured.</param>
internal sealed record Contender(string Name, Func<IWorkload> Start, Func<ulong> Verify, Func<IHeld>? Hold = null)
{
    /// <summary>Prepares input that is not part of the work; called first.</summary>
    public Action Prepare { get; init; } = static () => { };

    /// <summary>A contender that is timed while it builds and releases a collection, and whose memory is measured.</summary>
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
