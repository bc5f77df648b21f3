using Cenote.Measurement;

namespace Cenote.Samples;

/// <summary>What one reading of a file gave and cost, in a process of its own.</summary>
/// <param name="Answer">What was found.</param>
/// <param name="Seconds">From the opening of the file to the answer.</param>
/// <param name="AllocatedBytes">Managed memory that was allocated meanwhile.</param>
/// <param name="PeakBytes">The most physical memory that the process ever had.</param>
/// <param name="Collections">Garbage collections meanwhile.</param>
internal sealed record FormResult(
    FormAnswer Answer, double Seconds, long AllocatedBytes, long PeakBytes, CollectionStatistics Collections);
