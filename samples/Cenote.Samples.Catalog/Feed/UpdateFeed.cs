using Cenote.Measurement;

namespace Cenote.Samples.Catalog.Feed;

/// <summary>
/// The updates that a catalog gets, the same ones in every run: of a hundred lines one removes a product, and the others bring a
/// new version of one, whether it was removed or not.
/// </summary>
/// <param name="products">How many products there are.</param>
internal sealed class UpdateFeed(int products)
{
    private const ulong Seed = 2026;

    private SplitMix64 _random = new(Seed);
    private uint _version;

    /// <summary>Writes the next lines, each with its end.</summary>
    /// <param name="count">How many.</param>
    /// <param name="batch">Where to; a line takes up to <see cref="ProductSource.MaximumLineBytes"/> bytes.</param>
    /// <returns>Bytes written.</returns>
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
