using Cenote.Measurement;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>What a form costs, measured in a process of its own.</summary>
/// <param name="Held">Memory and collections with every address live.</param>
/// <param name="BuildSeconds">How long making them all took on one thread, their texts included, in seconds.</param>
/// <param name="ParsedPerSecond">
/// Addresses read from text into the form by all threads together, a second, for each of <see cref="ParseRate.ThreadCounts"/>.
/// </param>
internal sealed record FormResult(HoldMeasurement Held, double BuildSeconds, IReadOnlyList<double> ParsedPerSecond);
