namespace Cenote.Tool.Advising;

/// <summary>The decision of a rule, without its wording.</summary>
/// <param name="Conclusion">The conclusion.</param>
/// <param name="About">
/// The recommended contender, or the best of those that are not recommended; null if there is none.
/// </param>
/// <param name="Other">
/// A second contender to name: the runner-up, or the one that <paramref name="About"/> is compared with; null if there is none.
/// </param>
internal sealed record Decision(Conclusion Conclusion, string? About = null, string? Other = null)
{
    /// <summary>
    /// Contenders too close to call with the one that is recommended for its time; another run may prefer one of them.
    /// </summary>
    public IReadOnlyList<string> Even { get; init; } = [];

    /// <summary>The contender that is recommended; null for none.</summary>
    public string? Recommends => Conclusion is Conclusion.Use or Conclusion.UseForMemory or Conclusion.Stay ? About : null;

    /// <summary>Compares by value, lists included.</summary>
    public bool Equals(Decision? other) =>
        other is not null && (Conclusion, About, Other) == (other.Conclusion, other.About, other.Other)
            && Even.SequenceEqual(other.Even, StringComparer.Ordinal);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Conclusion, About, Other, Even.Count);
}
