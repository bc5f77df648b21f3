using System.ComponentModel;

namespace Cenote.Samples.Cache.Service;

/// <summary>An article that the service returns. HybridCache may return the same object to all callers.</summary>
[ImmutableObject(true)]
internal sealed record Article(int Number, string Title, string Author, string Text, int Stars);
