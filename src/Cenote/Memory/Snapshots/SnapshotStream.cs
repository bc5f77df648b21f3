namespace Cenote.Memory.Snapshots;

/// <summary>
/// Reads from a user's stream. Checks the number of bytes that it returns, and hides the previous content of the memory from it.
/// </summary>
internal static class SnapshotStream
{
    /// <summary>Reads once.</summary>
    /// <returns>How many bytes; 0 at the end.</returns>
    /// <exception cref="IOException">It says that it has read more than there is room for, or less than nothing.</exception>
    public static int ReadSome(Stream stream, Span<byte> destination)
    {
        // Framework streams need no cleared memory. The type is compared exactly, because a derived class is user code.
        if (stream.GetType() != typeof(FileStream))
        {
            destination.Clear();
        }

        int read = stream.Read(destination);
        if ((uint)read > (uint)destination.Length)
        {
            CommonThrow.ReadIsWrong(read, destination.Length);
        }

        return read;
    }

    /// <summary>Reads until there is no more room, or the end.</summary>
    /// <returns>How many bytes.</returns>
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
