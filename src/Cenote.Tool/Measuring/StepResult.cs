using System.Text.Json.Serialization;

namespace Cenote.Tool.Measuring;

/// <summary>What a step has shown.</summary>
/// <param name="Id">What reports and rules know it by.</param>
/// <param name="Title">What people read.</param>
/// <param name="Threads">How many threads did the work at the same time.</param>
/// <param name="Timing">Times and collections, in interleaved rounds; the first rival is the baseline.</param>
/// <param name="Memory">Memory of each contender, in fresh processes; empty where it is not the question.</param>
internal sealed record StepResult(string Id, string Title, int Threads, Comparison Timing, IReadOnlyList<HoldMeasurement> Memory)
{
    /// <summary>The number of strings this step measured; null if it used the same sample as the other steps.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Strings { get; init; }

    /// <summary>The title with the number of threads, where there is more than one.</summary>
    [JsonIgnore]
    public string FullTitle => TitleWith(Title, Threads);

    /// <summary>The share of requests that a contender had the answer to; null unless it is a cache.</summary>
    public double? HitRatioOf(string contender) => Memory.FirstOrDefault(memory => memory.Name == contender)?.HitRatio;

    /// <summary>How a title and a number of threads are said together.</summary>
    public static string TitleWith(string title, int threads) => threads == 1 ? title : $"{title}, {threads} threads";
}
