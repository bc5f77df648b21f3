namespace Cenote.Attack.Tests.Support;

/// <summary>A stream that returns one byte at each read.</summary>
internal sealed class TricklingStream(byte[] bytes) : MemoryStream(bytes)
{
    /// <summary>The number of reads so far.</summary>
    public int Reads { get; private set; }

    public override int Read(Span<byte> buffer)
    {
        Reads++;
        int next = ReadByte();
        buffer[0] = (byte)next;
        return next < 0 ? 0 : 1;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));
}
