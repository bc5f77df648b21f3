using System.Buffers;
using System.IO.Pipelines;
using System.Text.Unicode;
using Cenote.Samples.Catalog.Catalogs;

namespace Cenote.Samples.Catalog.Feed;

/// <summary>Applies the lines of a feed to a catalog.</summary>
internal static class FeedReader
{
    /// <summary>Applies all lines of a pipe.</summary>
    /// <param name="catalog">The catalog.</param>
    /// <param name="lines">The lines; the last one needs no line end.</param>
    /// <returns>The number of applied lines, and whether all were valid; reading stops at the first malformed line.</returns>
    public static async Task<(int Applied, bool Valid)> ReadAsync(ICatalog catalog, PipeReader lines)
    {
        int applied = 0;
        while (true)
        {
            ReadResult read = await lines.ReadAsync();
            (SequencePosition consumed, int count, bool valid) = Apply(catalog, read.Buffer, read.IsCompleted);
            lines.AdvanceTo(consumed, read.Buffer.End);
            applied += count;
            if (!valid || read.IsCompleted)
            {
                return (applied, valid);
            }
        }
    }

    /// <summary>Applies one line.</summary>
    /// <returns>False if the line is malformed.</returns>
    public static bool Apply(ICatalog catalog, ReadOnlySpan<byte> line)
    {
        if (!Utf8.IsValid(line))
        {
            return false;
        }

        if (ProductText.TryParse(line, out ProductText product))
        {
            catalog.Put(in product);
            return true;
        }

        bool isRemoval = line.Length is > 0 and <= ProductText.MaximumTextBytes && !line.Contains((byte)'\t');
        if (isRemoval)
        {
            catalog.Remove(line);
        }

        return isRemoval;
    }

    private static (SequencePosition Consumed, int Count, bool Valid) Apply(
        ICatalog catalog, ReadOnlySequence<byte> buffer, bool isLast)
    {
        Span<byte> copy = stackalloc byte[ProductText.MaximumLineBytes];
        var reader = new SequenceReader<byte>(buffer);
        int count = 0;
        while (reader.TryReadTo(out ReadOnlySequence<byte> line, (byte)'\n') || (isLast && TryReadRest(ref reader, out line)))
        {
            bool valid = line.Length <= copy.Length;
            if (valid && !line.IsSingleSegment)
            {
                line.CopyTo(copy);
            }

            valid = valid && Apply(catalog, line.IsSingleSegment ? line.FirstSpan : copy[..(int)line.Length]);
            if (!valid)
            {
                return (reader.Position, count, false);
            }

            count++;
        }

        return (reader.Position, count, reader.Remaining <= copy.Length);
    }

    private static bool TryReadRest(ref SequenceReader<byte> reader, out ReadOnlySequence<byte> rest)
    {
        rest = reader.UnreadSequence;
        reader.AdvanceToEnd();
        return !rest.IsEmpty;
    }
}
