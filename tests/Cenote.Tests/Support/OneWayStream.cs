namespace Cenote.Tests.Support;

/// <summary>A stream that cannot seek and returns at most 1,000 bytes per read.</summary>
internal sealed class OneWayStream(byte[] content) : Stream
{
    private const int Most = 1_000;

    private int _position;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        int read = Math.Min(Math.Min(buffer.Length, Most), content.Length - _position);
        content.AsSpan(_position, read).CopyTo(buffer);
        _position += read;
        return read;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
