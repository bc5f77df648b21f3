using System.Buffers.Text;

namespace Cenote.Samples.Catalog.Catalogs;

/// <summary>
/// A product as a line of the feed: SKU, name, description, brand, category, price in cents and stock, in UTF-8, separated by
/// tabs. A line with only a SKU removes the product.
/// </summary>
internal readonly ref struct ProductText
{
    /// <summary>The maximum length of a field, in bytes.</summary>
    public const int MaximumTextBytes = 255;

    /// <summary>The maximum length of a line, in bytes: seven fields and the tabs between them.</summary>
    public const int MaximumLineBytes = (7 * MaximumTextBytes) + 6;

    private ProductText(
        ReadOnlySpan<byte> sku,
        ReadOnlySpan<byte> name,
        ReadOnlySpan<byte> description,
        ReadOnlySpan<byte> brand,
        ReadOnlySpan<byte> category,
        int price,
        int stock)
    {
        Sku = sku;
        Name = name;
        Description = description;
        Brand = brand;
        Category = category;
        Price = price;
        Stock = stock;
    }

    public ReadOnlySpan<byte> Sku { get; }

    public ReadOnlySpan<byte> Name { get; }

    public ReadOnlySpan<byte> Description { get; }

    public ReadOnlySpan<byte> Brand { get; }

    public ReadOnlySpan<byte> Category { get; }

    public int Price { get; }

    public int Stock { get; }

    /// <summary>Parses a line.</summary>
    /// <param name="line">The line, without its line end.</param>
    /// <param name="product">The product, whose spans refer to the line.</param>
    /// <returns>False if the line is malformed.</returns>
    public static bool TryParse(ReadOnlySpan<byte> line, out ProductText product)
    {
        if (TryTake(ref line, out ReadOnlySpan<byte> sku)
            && TryTake(ref line, out ReadOnlySpan<byte> name)
            && TryTake(ref line, out ReadOnlySpan<byte> description)
            && TryTake(ref line, out ReadOnlySpan<byte> brand)
            && TryTake(ref line, out ReadOnlySpan<byte> category)
            && TryTakeNumber(ref line, out int price)
            && TryTakeNumber(ref line, out int stock)
            && !sku.IsEmpty && !brand.IsEmpty && !category.IsEmpty && line.IsEmpty)
        {
            product = new ProductText(sku, name, description, brand, category, price, stock);
            return true;
        }

        product = default;
        return false;
    }

    private static bool TryTake(scoped ref ReadOnlySpan<byte> line, out ReadOnlySpan<byte> field)
    {
        int tab = line.IndexOf((byte)'\t');
        int end = tab < 0 ? line.Length : tab;
        field = line[..end];
        line = line[Math.Min(end + 1, line.Length)..];
        return end <= MaximumTextBytes;
    }

    private static bool TryTakeNumber(scoped ref ReadOnlySpan<byte> line, out int number)
    {
        bool isNumber = TryTake(ref line, out ReadOnlySpan<byte> field) & Utf8Parser.TryParse(field, out number, out int used);
        return isNumber && used == field.Length && number >= 0;
    }
}
