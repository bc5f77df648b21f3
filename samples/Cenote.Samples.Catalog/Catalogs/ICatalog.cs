using System.Text.Json;

namespace Cenote.Samples.Catalog.Catalogs;

/// <summary>Products that are found by SKU, by brand and by category. Safe for any number of threads.</summary>
internal interface ICatalog : IDisposable
{
    /// <summary>Products in the catalog.</summary>
    int Count { get; }

    /// <summary>Adds a product, or replaces the one with the same SKU.</summary>
    /// <param name="product">The product, which is copied.</param>
    void Put(in ProductText product);

    /// <summary>Removes a product.</summary>
    /// <param name="sku">Its SKU, in UTF-8.</param>
    /// <returns>False if it was not there.</returns>
    bool Remove(ReadOnlySpan<byte> sku);

    /// <summary>Writes a product as an object.</summary>
    /// <returns>False, and nothing is written, if it is not there.</returns>
    bool TryWrite(string sku, Utf8JsonWriter json);

    /// <summary>Writes the products of a brand, in the order of their rows, as an array.</summary>
    /// <param name="brand">The brand.</param>
    /// <param name="page">Which of them: each page has <see cref="PageSize"/>.</param>
    /// <param name="json">Where to.</param>
    void WriteBrand(string brand, int page, Utf8JsonWriter json);

    /// <summary>Writes the products of a category, in the order of their rows, as an array.</summary>
    /// <param name="category">The category.</param>
    /// <param name="page">Which of them: each page has <see cref="PageSize"/>.</param>
    /// <param name="json">Where to.</param>
    void WriteCategory(string category, int page, Utf8JsonWriter json);

    /// <summary>Products on a page.</summary>
    const int PageSize = 20;
}
