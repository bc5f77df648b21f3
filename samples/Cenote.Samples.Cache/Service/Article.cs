using System.ComponentModel;

namespace Cenote.Samples.Cache.Service;

/// <summary>What the service serves. HybridCache may give the same object to all who ask.</summary>
[ImmutableObject(true)]
internal sealed record Article(int Number, string Title, string Author, string Text, int Stars);
