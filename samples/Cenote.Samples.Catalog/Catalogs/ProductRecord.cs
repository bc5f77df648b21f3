using Cenote.Strings;

namespace Cenote.Samples.Catalog.Catalogs;

/// <summary>A product of the catalog with Cenote: 28 bytes without references for the garbage collector to scan.</summary>
/// <param name="Texts">SKU, name and description, concatenated, in the pool; the default value for a free row.</param>
/// <param name="SkuBytes">The length of the SKU, in bytes.</param>
/// <param name="NameBytes">The length of the name, in bytes.</param>
/// <param name="Brand">The brand's id in the string table.</param>
/// <param name="Category">The category's id in the string table.</param>
/// <param name="Price">The price in cents.</param>
/// <param name="Stock">The number of items in stock.</param>
internal readonly record struct ProductRecord(
    PooledStringId Texts, byte SkuBytes, byte NameBytes, int Brand, int Category, int Price, int Stock);
