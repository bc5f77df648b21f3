namespace Cenote.Tool.Advising;

/// <summary>What a rule has decided, without a word of how it is said.</summary>
/// <param name="Conclusion">The conclusion.</param>
/// <param name="About">
/// The contender it is about: the one that is recommended, or the best of those that are not; null where there is none.
/// </param>
/// <param name="Other">
/// The contender that is named along with it: the runner-up, or what it was set against; null where there is none.
/// </param>
internal sealed record Decision(Conclusion Conclusion, string? About = null, string? Other = null)
{
    /// <summary>
    /// What cannot be told from a contender that is recommended for its time; another run may well prefer one of them.
    /// </summary>
    public IReadOnlyList<string> Even { get; init; } = [];

    /// <summary>The contender that is recommended; null for none.</summary>
    public string? Recommends => Conclusion is Conclusion.Use or Conclusion.UseForMemory or Conclusion.Stay ? About : null;

    /// <summary>Decisions are values, with what is in their lists.</summary>
    public bool Equals(Decision? other) =>
        other is not null && (Conclusion, About, Other) == (other.Conclusion, other.About, other.Other)
            && Even.SequenceEqual(other.Even, StringComparer.Ordinal);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Conclusion, About, Other, Even.Count);
}
