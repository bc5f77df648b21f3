using Cenote.Measurement;

namespace Cenote.Samples.Catalog.Feed;

/// <summary>
/// The updates of a catalog, the same ones in every run: one line in a hundred removes a product; the others contain a new
/// version of a product, which may have been removed before.
/// </summary>
/// <param name="products">The number of products.</param>
internal sealed class UpdateFeed(int products)
{
    private const ulong Seed = 2026;

    private SplitMix64 _random = new(Seed);
    private uint _version;

    /// <summary>Writes the next lines, each with a line end.</summary>
    /// <param name="count">The number of lines.</param>
    /// <param name="batch">Receives the lines; each takes up to <see cref="ProductSource.MaximumLineBytes"/> bytes.</param>
    /// <returns>The number of bytes written.</returns>
    public int Next(int count, Span<byte> batch)
    {
        int length = 0;
        for (int i = 0; i < count; i++)
        {
            int number = _random.Next(products);
            length += _random.Next(100) == 0
                ? ProductSource.WriteRemoval(number, batch[length..])
                : ProductSource.Write(number, ++_version, batch[length..]);
            batch[length++] = (byte)'\n';
        }

        return length;
    }
}
