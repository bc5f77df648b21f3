namespace Cenote.Tool.Reports;

/// <summary>A part of a <see cref="Summary"/>, such as "Caches: 4.9× faster".</summary>
/// <param name="Topic">The topic.</param>
/// <param name="Result">The gain, or a statement that there is none.</param>
/// <param name="IsGain">Whether something is gained.</param>
internal sealed record SummaryPart(string Topic, string Result, bool IsGain)
{
    public override string ToString() => $"{Topic}: {Result}";
}
