using Cenote.Strings;

namespace Cenote.Samples.Catalog.Catalogs;

/// <summary>A product of the catalog with Cenote: 28 bytes, and nothing in them that the garbage collector would
/// follow.</summary>
/// <param name="Texts">SKU, name and description, one behind the other, in the pool; the default value for a free row.</param>
/// <param name="SkuBytes">Bytes of the SKU.</param>
/// <param name="NameBytes">Bytes of the name.</param>
/// <param name="Brand">Which brand of the table.</param>
/// <param name="Category">Which category of the table.</param>
/// <param name="Price">The price in cents.</param>
/// <param name="Stock">How many there are.</param>
internal readonly record struct ProductRecord(
    PooledStringId Texts, byte SkuBytes, byte NameBytes, int Brand, int Category, int Price, int Stock);
