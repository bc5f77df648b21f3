namespace Cenote.Measurement;

/// <summary>The results of a side-by-side measurement.</summary>
/// <param name="Name">The name of the comparison.</param>
/// <param name="OperationsPerCall">The number of operations per call of each rival.</param>
/// <param name="Rounds">Timed rounds; for several processes, the number of processes.</param>
/// <param name="Rivals">The results in the order of the rivals; the first one is the baseline.</param>
public sealed record Comparison(string Name, long OperationsPerCall, int Rounds, IReadOnlyList<RivalResult> Rivals)
{
    /// <summary>The result of a rival by its name.</summary>
    /// <param name="rival">The rival's name.</param>
    /// <exception cref="KeyNotFoundException">No rival has this name.</exception>
    public RivalResult this[string rival] =>
        Rivals.FirstOrDefault(result => string.Equals(result.Name, rival, StringComparison.Ordinal))
        ?? throw new KeyNotFoundException($"The comparison '{Name}' has no rival '{rival}'.");
}
