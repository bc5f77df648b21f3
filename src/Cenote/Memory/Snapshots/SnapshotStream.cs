namespace Cenote.Memory.Snapshots;

/// <summary>
/// Reads from a user's stream. Unless the stream is a <see cref="FileStream"/>, clears the buffer first, because it may contain
/// secrets. Validates the returned byte count.
/// </summary>
internal static class SnapshotStream
{
    /// <summary>Reads once.</summary>
    /// <returns>The number of bytes; 0 at the end.</returns>
    /// <exception cref="IOException">The stream returned a count that is negative or exceeds the buffer.</exception>
    public static int ReadSome(Stream stream, Span<byte> destination)
    {
        // A FileStream needs no cleared buffer. The type is compared exactly, because a derived class may be user code.
        if (stream.GetType() != typeof(FileStream))
        {
            destination.Clear();
        }

        int read = stream.Read(destination);
        if ((uint)read > (uint)destination.Length)
        {
            CommonThrow.InvalidReadCount(read, destination.Length);
        }

        return read;
    }

    /// <summary>Reads until the buffer is full or the stream ends.</summary>
    /// <returns>The number of bytes.</returns>
    /// <inheritdoc cref="ReadSome" path="/exception"/>
    public static int ReadAll(Stream stream, Span<byte> destination)
    {
        int total = 0;
        int read;
        while (total < destination.Length && (read = ReadSome(stream, destination[total..])) > 0)
        {
            total += read;
        }

        return total;
    }
}
