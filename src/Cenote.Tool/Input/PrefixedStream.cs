namespace Cenote.Tool.Input;

/// <summary>A stream that cannot be rewound, preceded by the bytes already read from it.</summary>
internal sealed class PrefixedStream(ReadOnlyMemory<byte> prefix, Stream rest) : ForwardStream
{
    private ReadOnlyMemory<byte> _prefix = prefix;

    public override int Read(Span<byte> buffer)
    {
        if (_prefix.IsEmpty)
        {
            return rest.Read(buffer);
        }

        int length = Math.Min(buffer.Length, _prefix.Length);
        _prefix.Span[..length].CopyTo(buffer);
        _prefix = _prefix[length..];
        return length;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            rest.Dispose();
        }

        base.Dispose(disposing);
    }
}
