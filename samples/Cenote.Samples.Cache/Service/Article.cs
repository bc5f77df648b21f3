namespace Cenote.Samples.Cache.Service;

/// <summary>What the service serves.</summary>
internal sealed record Article(int Number, string Title, string Author, string Text, int Stars);
