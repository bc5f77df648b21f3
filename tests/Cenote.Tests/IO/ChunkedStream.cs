namespace Cenote.Tests.IO;

/// <summary>
/// A stream that returns between 1 and <c>maxBytes</c> bytes per read, and fails or waits on request. A failing read writes to
/// the buffer first.
/// </summary>
internal sealed class ChunkedStream(byte[] bytes, int maxBytes, Random random) : Stream
{
    private int _position;

    /// <summary>The number of following reads that throw.</summary>
    public int Failures { get; set; }

    public bool IsDisposed { get; private set; }

    /// <summary>A task for which asynchronous reads wait.</summary>
    public Task Wait { get; set; } = Task.CompletedTask;

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
        if (Failures > 0)
        {
            Failures--;
            buffer.Fill((byte)'?');
            throw new IOException("simulated failure");
        }

        int count = Math.Min(Math.Min(buffer.Length, bytes.Length - _position), random.Next(1, maxBytes + 1));
        bytes.AsSpan(_position, count).CopyTo(buffer);
        _position += count;
        return count;
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (random.Next(3) == 0)
        {
            await Task.Yield();
        }

        await Wait.WaitAsync(cancellationToken);
        return Read(buffer.Span);
    }

    public override void Flush() => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        IsDisposed = true;
        base.Dispose(disposing);
    }
}
