using System.Text.Json;

namespace Cenote.Samples.Catalog.Catalogs;

/// <summary>A catalog of products, looked up by SKU, brand or category. Thread-safe.</summary>
internal interface ICatalog : IDisposable
{
    /// <summary>The number of products in the catalog.</summary>
    int Count { get; }

    /// <summary>Adds a product, or replaces the one with the same SKU.</summary>
    /// <param name="product">The product; it is copied.</param>
    void Put(in ProductText product);

    /// <summary>Removes a product.</summary>
    /// <param name="sku">The SKU of the product, in UTF-8.</param>
    /// <returns>False if the catalog does not contain the product.</returns>
    bool Remove(ReadOnlySpan<byte> sku);

    /// <summary>Writes a product as an object.</summary>
    /// <returns>False, with nothing written, if the catalog does not contain the product.</returns>
    bool TryWrite(string sku, Utf8JsonWriter json);

    /// <summary>Writes a page of the products of a brand, in the order of their rows, as an array.</summary>
    /// <param name="brand">The brand.</param>
    /// <param name="page">The number of the page, from 0.</param>
    /// <param name="json">Receives the array.</param>
    void WriteBrand(string brand, int page, Utf8JsonWriter json);

    /// <summary>Writes a page of the products of a category, in the order of their rows, as an array.</summary>
    /// <param name="category">The category.</param>
    /// <param name="page">The number of the page, from 0.</param>
    /// <param name="json">Receives the array.</param>
    void WriteCategory(string category, int page, Utf8JsonWriter json);

    /// <summary>The maximum number of products on a page.</summary>
    const int PageSize = 20;
}
