using Cenote.Measurement;

namespace Cenote.Samples;

/// <summary>The result and the cost of reading a file, in a separate process.</summary>
/// <param name="Answer">The result.</param>
/// <param name="Seconds">Time from opening the file to the result.</param>
/// <param name="AllocatedBytes">Managed memory allocated during that time.</param>
/// <param name="PeakBytes">Peak physical memory of the process.</param>
/// <param name="Collections">Garbage collections during that time.</param>
internal sealed record FormResult(
    FormAnswer Answer, double Seconds, long AllocatedBytes, long PeakBytes, CollectionStatistics Collections);
