namespace Cenote.Tests.IO;

/// <summary>
/// A stream that gives 1 to so many bytes at a time, and fails or waits when it is told to. When it fails it has written before.
/// </summary>
internal sealed class ChunkedStream(byte[] bytes, int maxBytes, Random random) : Stream
{
    private int _position;

    /// <summary>The next so many reads throw.</summary>
    public int Failures { get; set; }

    public bool IsDisposed { get; private set; }

    /// <summary>Asynchronous reads wait for this.</summary>
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
            throw new IOException("told to fail");
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
