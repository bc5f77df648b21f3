using System.Runtime.InteropServices;

namespace Cenote.Tool.Input;

/// <summary>
/// The strings to measure with, as spans of a few large arrays. The arrays hold no references, so the garbage collector
/// passes over them at once, and what it costs in a measurement is the rivals' doing alone. Immutable, thread-safe.
/// </summary>
internal sealed class TextCorpus
{
    private readonly char[][] _chunks;
    private readonly Slice[] _slices;

    internal TextCorpus(char[][] chunks, Slice[] slices, long totalChars, bool isTruncated)
    {
        _chunks = chunks;
        _slices = slices;
        TotalChars = totalChars;
        IsTruncated = isTruncated;
    }

    /// <summary>The number of strings.</summary>
    public int Count => _slices.Length;

    /// <summary>The length of all strings together.</summary>
    public long TotalChars { get; }

    /// <summary>Whether the source had more strings than were taken.</summary>
    public bool IsTruncated { get; }

    public ReadOnlySpan<char> this[int index]
    {
        get
        {
            Slice slice = _slices[index];
            return _chunks[slice.Chunk].AsSpan(slice.Start, slice.Length);
        }
    }

    /// <summary>The checksum of all strings in their order.</summary>
    public ulong Checksum()
    {
        var checksum = new TextChecksum();
        for (int i = 0; i < Count; i++)
        {
            checksum.Read(this[i]);
        }

        return checksum.Value;
    }

    /// <summary>Where a string lies.</summary>
    [StructLayout(LayoutKind.Auto)]
    internal readonly record struct Slice(int Chunk, int Start, int Length);
}
