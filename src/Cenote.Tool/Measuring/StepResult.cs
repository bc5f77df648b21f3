using System.Text.Json.Serialization;

namespace Cenote.Tool.Measuring;

/// <summary>The results of a step.</summary>
/// <param name="Id">The id of the step in reports and rules.</param>
/// <param name="Title">The title of the step in reports.</param>
/// <param name="Threads">The number of concurrent threads.</param>
/// <param name="Timing">Times and collections of the contenders; the first rival is the baseline.</param>
/// <param name="Memory">Memory of each contender, in separate processes; empty if it was not measured.</param>
internal sealed record StepResult(string Id, string Title, int Threads, Comparison Timing, IReadOnlyList<HoldMeasurement> Memory)
{
    /// <summary>The number of strings this step measured; null if it used the same sample as the other steps.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Strings { get; init; }

    /// <summary>The title, with the number of threads if there are several.</summary>
    [JsonIgnore]
    public string FullTitle => TitleWith(Title, Threads);

    /// <summary>The hit ratio of a cache; null for other contenders.</summary>
    public double? HitRatioOf(string contender) => Memory.FirstOrDefault(memory => memory.Name == contender)?.HitRatio;

    /// <summary>Combines a title and a number of threads.</summary>
    public static string TitleWith(string title, int threads) => threads == 1 ? title : $"{title}, {threads} threads";
}
