namespace Cenote.Samples;

/// <summary>The load of a comparison, as the live page describes it.</summary>
/// <param name="Title">The title of the page.</param>
/// <param name="Text">The load in one sentence.</param>
/// <param name="Request">The kind of request whose latency is drawn.</param>
/// <param name="Seconds">Measured seconds per service.</param>
internal sealed record LiveLoad(string Title, string Text, string Request, int Seconds);
