using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Tests.Support;

/// <summary>Searches the readable and writable memory of this process. Linux only.</summary>
internal static unsafe class ProcessMemory
{
    /// <summary>The XOR mask for each byte of a search text, so that the search text itself is nowhere in memory.</summary>
    public const byte Mask = 0x5a;

    private const int MaxBytes = 16 << 10;
    private const int ChunkBytes = 1 << 20;

    // The search text and the read buffer: the only memory that the search excludes.
    private static readonly byte[] s_own = GC.AllocateArray<byte>(MaxBytes + ChunkBytes, pinned: true);

    // Entries of pagemap, one per page, read many at a time: most mappings reserve gigabytes of addresses and have little memory.
    private static readonly ulong[] s_entries = new ulong[64 << 10];
    private static readonly Lock s_gate = new();

    /// <summary>Masks or unmasks a text with <see cref="Mask"/>.</summary>
    public static byte[] Masked(ReadOnlySpan<byte> text)
    {
        byte[] masked = new byte[text.Length];
        for (int i = 0; i < text.Length; i++)
        {
            masked[i] = (byte)(text[i] ^ Mask);
        }

        return masked;
    }

    /// <summary>The number of occurrences of a text in readable and writable memory.</summary>
    /// <param name="masked">The bytes of the text, each masked with <see cref="Mask"/>.</param>
    public static int Count(ReadOnlySpan<byte> masked)
    {
        ScrubStack();
        return Search(masked);
    }

    // Separate from Count, whose own stack frame is not overwritten.
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

    // Skips addresses without memory: terabytes are only reserved or quarantined.
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

    // Readable and writable mappings that have memory. Adjacent mappings are one range, because a text may span both.
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

    // Chunks overlap by one byte less than the text. Device memory, and memory unmapped since the list was read, cannot be read.
    private static int CountIn(SafeFileHandle memory, SafeFileHandle pages, long start, long end, ReadOnlySpan<byte> text)
    {
        Span<byte> chunk = s_own.AsSpan(MaxBytes);
        int count = 0;
        for (start = SkipAbsent(pages, start, end); end - start >= text.Length; start = SkipAbsent(pages, start, end))
        {
            int bytes = (int)Math.Min(ChunkBytes, end - start);
            try
            {
                bytes = RandomAccess.Read(memory, chunk[..bytes], start);
            }
            catch (IOException)
            {
                break;
            }

            if (bytes < text.Length)
            {
                break;
            }

            count += CountIn(chunk[..bytes], text);
            start += bytes - text.Length + 1;
        }

        return count;
    }

    // The address itself, or the next page that is in memory or swapped out, as the upper two bits of its entry show.
    private static long SkipAbsent(SafeFileHandle pages, long start, long end)
    {
        long last = (end - 1) / Environment.SystemPageSize;
        for (long page = start / Environment.SystemPageSize; page <= last;)
        {
            Span<ulong> entries = s_entries.AsSpan(0, (int)Math.Min(s_entries.Length, last - page + 1));
            int read = RandomAccess.Read(pages, MemoryMarshal.AsBytes(entries), page * sizeof(ulong)) / sizeof(ulong);
            int present = entries[..read].IndexOfAnyExceptInRange(0ul, (1ul << 62) - 1);
            if (present >= 0 || read == 0)
            {
                return Math.Max(start, (page + Math.Max(present, 0)) * Environment.SystemPageSize);
            }

            page += read;
        }

        return end;
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

    // Overwrites arguments that are still on the unused part of the stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ScrubStack()
    {
        Span<byte> stack = stackalloc byte[128 << 10];
        stack.Clear();
    }
}
