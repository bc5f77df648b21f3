using Cenote.Measurement;

namespace Cenote.Samples.Rows.Measuring;

/// <summary>What one reading of a file gave and cost, in a process of its own.</summary>
/// <param name="Text">The line that the challenge asks for.</param>
/// <param name="Stations">Stations in the file.</param>
/// <param name="Rows">Rows of the file.</param>
/// <param name="Seconds">From the opening of the file to the text.</param>
/// <param name="AllocatedBytes">Managed memory that was allocated meanwhile.</param>
/// <param name="PeakBytes">The most physical memory that the process ever had.</param>
/// <param name="Collections">Garbage collections meanwhile.</param>
internal sealed record FormResult(
    string Text, int Stations, long Rows, double Seconds, long AllocatedBytes, long PeakBytes, CollectionStatistics Collections);
