namespace Cenote.Samples.Catalog.Catalogs;

/// <summary>A product of the plain catalog. It never changes: an update puts another one in its place.</summary>
internal sealed record Product(
    int Row, string Sku, string Name, string Description, string Brand, string Category, int Price, int Stock);
