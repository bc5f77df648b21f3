namespace Cenote.Samples.Catalog.Catalogs;

/// <summary>A product of the plain catalog. It is immutable: an update replaces it with a new object.</summary>
internal sealed record Product(
    int Row, string Sku, string Name, string Description, string Brand, string Category, int Price, int Stock);
