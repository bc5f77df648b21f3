using System.Text.Json;
using Cenote.Collections;
using Cenote.Strings;

namespace Cenote.Samples.Catalog.Catalogs;

/// <summary>
/// The catalog with Cenote: the SKU, name and description of a product are one entry of a pool, and its brand and category are
/// ids of a string table. Collections in unmanaged memory map SKUs, brands and categories to rows. Freed memory is reused for the
/// next product, so one lock protects readers and writers.
/// </summary>
internal sealed class CenoteCatalog : ICatalog
{
    private const int RowsOfBlock = 1 << 16;
    private const int MostTextBytes = 3 * ProductText.MaximumTextBytes;

    private readonly Utf8StringPool _texts = new(new Utf8StringPoolOptions { SmallStringBytes = MostTextBytes });
    private readonly PooledStringDictionary<int> _rowsBySku = new();
    private readonly StringTable _names = new();
    private readonly PooledStringPostings _brands = new();
    private readonly PooledStringPostings _categories = new();

    // Rows are stored in blocks, so that growth copies none of them.
    private readonly List<ProductRecord[]> _rows = [];
    private readonly Stack<int> _freeRows = [];
    private readonly Lock _gate = new();
    private int _rowCount;

    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _rowsBySku.Count;
            }
        }
    }

    public void Put(in ProductText text)
    {
        Span<byte> texts = stackalloc byte[MostTextBytes];
        text.Sku.CopyTo(texts);
        text.Name.CopyTo(texts[text.Sku.Length..]);
        text.Description.CopyTo(texts[(text.Sku.Length + text.Name.Length)..]);
        texts = texts[..(text.Sku.Length + text.Name.Length + text.Description.Length)];
        int brand = _names.GetOrAdd(text.Brand);
        int category = _names.GetOrAdd(text.Category);
        lock (_gate)
        {
            bool exists = _rowsBySku.TryGetValue(text.Sku, out int row);
            if (!exists)
            {
                row = TakeRow();
                _rowsBySku[text.Sku] = row;
            }

            ref ProductRecord product = ref Row(row);
            ProductRecord old = product;
            product = new ProductRecord(
                _texts.Allocate(texts).Id,
                (byte)text.Sku.Length,
                (byte)text.Name.Length,
                brand,
                category,
                text.Price,
                text.Stock);
            _texts.Free(old.Texts);
            Move(_brands, row, exists ? old.Brand : null, brand);
            Move(_categories, row, exists ? old.Category : null, category);
        }
    }

    public bool Remove(ReadOnlySpan<byte> sku)
    {
        lock (_gate)
        {
            if (!_rowsBySku.Remove(sku, out int row))
            {
                return false;
            }

            ProductRecord product = Row(row);
            Row(row) = default;
            _texts.Free(product.Texts);
            _freeRows.Push(row);
            Move(_brands, row, product.Brand, null);
            Move(_categories, row, product.Category, null);
            return true;
        }
    }

    public bool TryWrite(string sku, Utf8JsonWriter json)
    {
        lock (_gate)
        {
            bool found = _rowsBySku.TryGetValue(sku, out int row);
            if (found)
            {
                Write(in Row(row), json);
            }

            return found;
        }
    }

    public void WriteBrand(string brand, int page, Utf8JsonWriter json) => Write(_brands, brand, page, json);

    public void WriteCategory(string category, int page, Utf8JsonWriter json) => Write(_categories, category, page, json);

    public void Dispose()
    {
        _texts.Dispose();
        _rowsBySku.Dispose();
        _names.Dispose();
        _brands.Dispose();
        _categories.Dispose();
    }

    private void Write(PooledStringPostings index, string key, int page, Utf8JsonWriter json)
    {
        json.WriteStartArray();
        lock (_gate)
        {
            ReadOnlySpan<int> rows = index.GetNumbers(key);
            int first = (int)Math.Min(page * (long)ICatalog.PageSize, rows.Length);
            foreach (int row in rows.Slice(first, Math.Min(ICatalog.PageSize, rows.Length - first)))
            {
                Write(in Row(row), json);
            }
        }

        json.WriteEndArray();
    }

    private void Write(in ProductRecord product, Utf8JsonWriter json)
    {
        ReadOnlySpan<byte> texts = _texts.AsSpan(product.Texts);
        json.WriteStartObject();
        json.WriteString("sku"u8, texts[..product.SkuBytes]);
        json.WriteString("name"u8, texts.Slice(product.SkuBytes, product.NameBytes));
        json.WriteString("description"u8, texts[(product.SkuBytes + product.NameBytes)..]);
        json.WriteString("brand"u8, _names.AsSpan(product.Brand));
        json.WriteString("category"u8, _names.AsSpan(product.Category));
        json.WriteNumber("price"u8, product.Price);
        json.WriteNumber("stock"u8, product.Stock);
        json.WriteEndObject();
    }

    private void Move(PooledStringPostings index, int row, int? from, int? to)
    {
        if (from != to)
        {
            _ = from is int old && index.Remove(_names.AsSpan(old), row);
            _ = to is int next && index.Add(_names.AsSpan(next), row);
        }
    }

    private ref ProductRecord Row(int row) => ref _rows[row / RowsOfBlock][row % RowsOfBlock];

    private int TakeRow()
    {
        if (_freeRows.TryPop(out int row))
        {
            return row;
        }

        if (_rowCount == _rows.Count * RowsOfBlock)
        {
            _rows.Add(new ProductRecord[RowsOfBlock]);
        }

        return _rowCount++;
    }
}
