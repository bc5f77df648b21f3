namespace Cenote.Measurement;

/// <summary>The outcome of one side-by-side measurement.</summary>
/// <param name="Name">What was compared.</param>
/// <param name="OperationsPerCall">Operations in each call of every rival.</param>
/// <param name="Rounds">Timed rounds.</param>
/// <param name="Rivals">The results in the order of the rivals; the first one is the baseline.</param>
public sealed record Comparison(string Name, long OperationsPerCall, int Rounds, IReadOnlyList<RivalResult> Rivals)
{
    /// <summary>The result of a rival by its name.</summary>
    /// <param name="rival">The rival's name.</param>
    /// <exception cref="KeyNotFoundException">No rival has this name.</exception>
    public RivalResult this[string rival] =>
        Rivals.FirstOrDefault(result => string.Equals(result.Name, rival, StringComparison.Ordinal))
        ?? throw new KeyNotFoundException($"No rival '{rival}' in '{Name}'.");
}
