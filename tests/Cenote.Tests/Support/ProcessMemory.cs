using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Tests.Support;

/// <summary>What stands in the memory of this process, wherever that is. Linux only.</summary>
internal static unsafe class ProcessMemory
{
    /// <summary>What each byte of a text is combined with, so that the text that is looked for stands nowhere.</summary>
    public const byte Mask = 0x5a;

    private const int MaxBytes = 16 << 10;
    private const int ChunkBytes = 1 << 20;

    // What is looked for, and what was read: the only memory that is left out.
    private static readonly byte[] s_own = GC.AllocateArray<byte>(MaxBytes + ChunkBytes, pinned: true);
    private static readonly Lock s_gate = new();

    /// <summary>A text combined with <see cref="Mask"/>, or out of that again.</summary>
    public static byte[] Masked(ReadOnlySpan<byte> text)
    {
        byte[] masked = new byte[text.Length];
        for (int i = 0; i < text.Length; i++)
        {
            masked[i] = (byte)(text[i] ^ Mask);
        }

        return masked;
    }

    /// <summary>How many times a text stands in memory that can be read and written.</summary>
    /// <param name="masked">The bytes of the text, each combined with <see cref="Mask"/>.</param>
    public static int Count(ReadOnlySpan<byte> masked)
    {
        ScrubStack();
        return Search(masked);
    }

    // Apart from Count, whose own frame is not overwritten.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Search(ReadOnlySpan<byte> masked)
    {
        lock (s_gate)
        {
            Span<byte> text = s_own.AsSpan(0, masked.Length);
            for (int i = 0; i < masked.Length; i++)
            {
                text[i] = (byte)(masked[i] ^ Mask);
            }

            try
            {
                return CountEverywhere(text);
            }
            finally
            {
                s_own.AsSpan().Clear();
            }
        }
    }

    // Most of what is mapped has no memory: terabytes of addresses that rest.
    private static int CountEverywhere(ReadOnlySpan<byte> text)
    {
        long own = (long)Unsafe.AsPointer(ref s_own[0]);
        int count = 0;
        using SafeFileHandle memory = File.OpenHandle("/proc/self/mem", FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using SafeFileHandle pages = File.OpenHandle("/proc/self/pagemap", FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        foreach ((long start, long end) in Resident())
        {
            count += own >= start && own < end
                ? CountIn(memory, pages, start, own, text) + CountIn(memory, pages, own + s_own.Length, end, text)
                : CountIn(memory, pages, start, end, text);
        }

        return count;
    }

    // What can be read and written, and has memory somewhere. Mappings that touch are one range, because a text may lie across
    // both.
    private static List<(long Start, long End)> Resident()
    {
        var ranges = new List<(long Start, long End)>();
        (long Start, long End) range = default;
        foreach (string line in File.ReadAllLines("/proc/self/smaps"))
        {
            string[] parts = line.Split([' ', '-'], 4, StringSplitOptions.RemoveEmptyEntries);
            if (!parts[0].EndsWith(':'))
            {
                range = parts[2].StartsWith("rw", StringComparison.Ordinal)
                    ? (AddressOf(parts[0]), AddressOf(parts[1]))
                    : default;
            }
            else if (parts[0] == "Rss:" && parts[1] != "0" && range.End != 0)
            {
                if (ranges.Count > 0 && ranges[^1].End == range.Start)
                {
                    ranges[^1] = (ranges[^1].Start, range.End);
                }
                else
                {
                    ranges.Add(range);
                }
            }
        }

        return ranges;

        static long AddressOf(string text) => long.Parse(text, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
    }

    // Chunks overlap by one byte less than the text. Memory that was unmapped since the list was read, or that of a device,
    // cannot be read.
    private static int CountIn(SafeFileHandle memory, SafeFileHandle pages, long start, long end, ReadOnlySpan<byte> text)
    {
        Span<byte> chunk = s_own.AsSpan(MaxBytes);
        int count = 0;
        while (end - start >= text.Length)
        {
            int bytes = (int)Math.Min(ChunkBytes, end - start);
            if (HasMemory(pages, start, start + bytes))
            {
                try
                {
                    bytes = RandomAccess.Read(memory, chunk[..bytes], start);
                }
                catch (IOException)
                {
                    break;
                }

                count += CountIn(chunk[..bytes], text);
            }

            if (bytes < text.Length)
            {
                break;
            }

            start += bytes - text.Length + 1;
        }

        return count;
    }

    // An entry for each page, whose upper two bits say that the page is in memory, or swapped out.
    private static bool HasMemory(SafeFileHandle pages, long start, long end)
    {
        long first = start / Environment.SystemPageSize;
        Span<ulong> entries = stackalloc ulong[(int)((end - 1) / Environment.SystemPageSize - first) + 1];
        int read = RandomAccess.Read(pages, MemoryMarshal.AsBytes(entries), first * sizeof(ulong));
        return read == 0 || entries[..(read / sizeof(ulong))].IndexOfAnyExceptInRange(0ul, (1ul << 62) - 1) >= 0;
    }

    private static int CountIn(ReadOnlySpan<byte> chunk, ReadOnlySpan<byte> text)
    {
        int count = 0;
        for (int next; (next = chunk.IndexOf(text)) >= 0; chunk = chunk[(next + 1)..])
        {
            count++;
        }

        return count;
    }

    // Values that were passed stay on the stack where it is not used since.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ScrubStack()
    {
        Span<byte> stack = stackalloc byte[128 << 10];
        stack.Clear();
    }
}
