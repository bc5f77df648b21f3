using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

namespace Cenote.Samples.Catalog.Catalogs;

/// <summary>
/// The catalog in plain .NET: a record for each product, a concurrent dictionary that is read without a lock, and sorted lists of
/// rows for brands and categories. An updated product keeps its SKU string. Products of the same brand share the string of the
/// brand, and products of the same category that of the category.
/// </summary>
internal sealed class PlainCatalog : ICatalog
{
    private readonly ConcurrentDictionary<string, Product> _products = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, Product>.AlternateLookup<ReadOnlySpan<char>> _bySpan;
    private readonly StringIndex _brands = new();
    private readonly StringIndex _categories = new();
    private readonly List<Product?> _rows = [];
    private readonly Stack<int> _freeRows = [];

    // Held by every operation except reading a product.
    private readonly Lock _gate = new();

    public PlainCatalog() => _bySpan = _products.GetAlternateLookup<ReadOnlySpan<char>>();

    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _rows.Count - _freeRows.Count;
            }
        }
    }

    public void Put(in ProductText text)
    {
        string name = Encoding.UTF8.GetString(text.Name);
        string description = Encoding.UTF8.GetString(text.Description);
        lock (_gate)
        {
            string brand = _brands.Share(text.Brand);
            string category = _categories.Share(text.Category);
            Product? old = Find(text.Sku);
            string sku = old?.Sku ?? Encoding.UTF8.GetString(text.Sku);
            var product = new Product(
                old?.Row ?? TakeRow(), sku, name, description, brand, category, text.Price, text.Stock);
            _products[sku] = product;
            _rows[product.Row] = product;
            _brands.Move(product.Row, old?.Brand, brand);
            _categories.Move(product.Row, old?.Category, category);
        }
    }

    public bool Remove(ReadOnlySpan<byte> sku)
    {
        lock (_gate)
        {
            if (Find(sku) is not Product product)
            {
                return false;
            }

            _products.TryRemove(product.Sku, out _);
            _rows[product.Row] = null;
            _freeRows.Push(product.Row);
            _brands.Move(product.Row, product.Brand, null);
            _categories.Move(product.Row, product.Category, null);
            return true;
        }
    }

    public bool TryWrite(string sku, Utf8JsonWriter json)
    {
        if (!_products.TryGetValue(sku, out Product? product))
        {
            return false;
        }

        Write(product, json);
        return true;
    }

    public void WriteBrand(string brand, int page, Utf8JsonWriter json) => Write(_brands, brand, page, json);

    public void WriteCategory(string category, int page, Utf8JsonWriter json) => Write(_categories, category, page, json);

    public void Dispose()
    {
    }

    private void Write(StringIndex index, string key, int page, Utf8JsonWriter json)
    {
        var products = new List<Product>(ICatalog.PageSize);
        lock (_gate)
        {
            foreach (int row in index.Page(key, page))
            {
                products.Add(_rows[row]!);
            }
        }

        json.WriteStartArray();
        products.ForEach(product => Write(product, json));
        json.WriteEndArray();
    }

    private static void Write(Product product, Utf8JsonWriter json)
    {
        json.WriteStartObject();
        json.WriteString("sku"u8, product.Sku);
        json.WriteString("name"u8, product.Name);
        json.WriteString("description"u8, product.Description);
        json.WriteString("brand"u8, product.Brand);
        json.WriteString("category"u8, product.Category);
        json.WriteNumber("price"u8, product.Price);
        json.WriteNumber("stock"u8, product.Stock);
        json.WriteEndObject();
    }

    private Product? Find(ReadOnlySpan<byte> sku)
    {
        Span<char> chars = stackalloc char[ProductText.MaximumTextBytes];
        int length = Encoding.UTF8.GetChars(sku, chars);
        return _bySpan.TryGetValue(chars[..length], out Product? product) ? product : null;
    }

    private int TakeRow()
    {
        if (_freeRows.TryPop(out int row))
        {
            return row;
        }

        _rows.Add(null);
        return _rows.Count - 1;
    }

    /// <summary>Maps each brand or category to the sorted rows of its products.</summary>
    private sealed class StringIndex
    {
        private readonly Dictionary<string, List<int>> _rows = new(StringComparer.Ordinal);

        /// <summary>Returns the string that other products of this brand or category share, or a new one.</summary>
        public string Share(ReadOnlySpan<byte> text)
        {
            Span<char> chars = stackalloc char[ProductText.MaximumTextBytes];
            ReadOnlySpan<char> found = chars[..Encoding.UTF8.GetChars(text, chars)];
            return _rows.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(found, out string? shared, out _)
                ? shared
                : found.ToString();
        }

        public void Move(int row, string? from, string? to)
        {
            if (from == to)
            {
                return;
            }

            if (from != null && _rows[from] is var old)
            {
                old.RemoveAt(old.BinarySearch(row));
            }

            if (to != null)
            {
                ref List<int>? rows = ref CollectionsMarshal.GetValueRefOrAddDefault(_rows, to, out _);
                rows ??= [];
                rows.Insert(~rows.BinarySearch(row), row);
            }
        }

        public ReadOnlySpan<int> Page(string key, int page)
        {
            ReadOnlySpan<int> rows = CollectionsMarshal.AsSpan(_rows.GetValueOrDefault(key));
            int first = (int)Math.Min(page * (long)ICatalog.PageSize, rows.Length);
            return rows.Slice(first, Math.Min(ICatalog.PageSize, rows.Length - first));
        }
    }
}
