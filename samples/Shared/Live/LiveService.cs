namespace Cenote.Samples;

/// <summary>A service of the comparison, when its process starts.</summary>
/// <param name="Name">The name of the service on the live page.</param>
internal sealed record LiveService(string Name);
