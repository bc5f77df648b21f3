using Cenote.Measurement;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>The cost of a form, measured in a separate process.</summary>
/// <param name="Held">Memory and collections with every address live.</param>
/// <param name="BuildSeconds">
/// Time to create all addresses on one thread, including the generation of their text, in seconds.
/// </param>
/// <param name="ParsedPerSecond">
/// Addresses per second that all threads together read from text into the form, for each of <see cref="ParseRate.ThreadCounts"/>.
/// </param>
internal sealed record FormResult(HoldMeasurement Held, double BuildSeconds, IReadOnlyList<double> ParsedPerSecond);
