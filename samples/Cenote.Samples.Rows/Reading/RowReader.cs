using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Cenote.Samples.Rows.Reading;

/// <summary>Reads the rows of a buffer into a table: the hot loop of both forms.</summary>
/// <typeparam name="TTable">The form.</typeparam>
internal static unsafe class RowReader<TTable>
    where TTable : struct, IStationTable<TTable>
{
    /// <summary>Bytes after the text that must be readable. Their values have no effect.</summary>
    public const int Padding = 64;

    /// <summary>Reads rows.</summary>
    /// <param name="table">The table to update.</param>
    /// <param name="first">The first row.</param>
    /// <param name="last">Rows that begin here or beyond are not read.</param>
    /// <param name="end">The end of the text, which also ends a line unless the last row is malformed.</param>
    /// <returns>The start of a malformed line; null if there is none.</returns>
    public static byte* Read(TTable table, byte* first, byte* last, byte* end)
    {
        byte* line = first;
        while (line < last)
        {
            byte* separator = FindSeparator(line, end);
            ulong number = Unsafe.ReadUnaligned<ulong>(separator + 1);
            int name = (int)(separator - line);
            if (Temperature.TryParse(number, out int tenths, out int length) && separator + length < end)
            {
                length += name + 1;
            }
            else if (!Row.TryParse(new ReadOnlySpan<byte>(line, (int)(end - line)), out name, out tenths, out length))
            {
                return line;
            }

            ref Statistics statistics = ref table.Find(new ReadOnlySpan<byte>(line, name), out bool exists);
            if (exists)
            {
                statistics.Add(tenths);
            }
            else if (Row.IsName(new ReadOnlySpan<byte>(line, name)))
            {
                statistics = new Statistics(tenths);
            }
            else
            {
                return line;
            }

            line += length;
        }

        return null;
    }

    // Most names are short enough for one vector comparison. A match past the line or text gives an invalid name.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* FindSeparator(byte* line, byte* end)
    {
        uint separators = Vector256.Equals(Vector256.Load(line), Vector256.Create((byte)';')).ExtractMostSignificantBits();
        return separators != 0 ? line + BitOperations.TrailingZeroCount(separators) : FindFarSeparator(line, end);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte* FindFarSeparator(byte* line, byte* end)
    {
        int found = new ReadOnlySpan<byte>(line, (int)(end - line)).IndexOf((byte)';');
        return found < 0 ? end : line + found;
    }
}
