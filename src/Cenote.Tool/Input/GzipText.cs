using System.IO.Compression;

namespace Cenote.Tool.Input;

/// <summary>
/// Text compressed with gzip. Truncation is detected only in a program whose project sets
/// <c>System.IO.Compression.UseStrictValidation</c>.
/// </summary>
internal sealed class GzipText : ForwardStream
{
    private readonly EndWatch _packed;
    private readonly GZipStream _unpacked;
    private long _bytes;

    /// <summary>Unpacks a stream, which the result owns.</summary>
    public GzipText(Stream packed)
    {
        _packed = new EndWatch(packed);
        _unpacked = new GZipStream(_packed, CompressionMode.Decompress);
    }

    /// <exception cref="EndOfStreamException">
    /// The packed data is truncated; the message states the number of bytes that could be unpacked.
    /// </exception>
    /// <exception cref="InvalidDataException">The packed data is damaged.</exception>
    public override int Read(Span<byte> buffer)
    {
        try
        {
            int length = _unpacked.Read(buffer);
            _bytes += length;
            return length;
        }
        catch (InvalidDataException exception) when (_packed.HasEnded)
        {
            throw new EndOfStreamException(
                $"is truncated: its compressed data ends early, after {Units.Bytes(_bytes)} of text.", exception);
        }
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _unpacked.Dispose();
        }

        base.Dispose(disposing);
    }

    /// <summary>Detects the end of a stream.</summary>
    private sealed class EndWatch(Stream stream) : ForwardStream
    {
        public bool HasEnded { get; private set; }

        public override int Read(Span<byte> buffer)
        {
            int length = stream.Read(buffer);
            HasEnded |= length == 0 && !buffer.IsEmpty;
            return length;
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing)
            {
                stream.Dispose();
            }

            base.Dispose(disposing);
        }
    }
}
