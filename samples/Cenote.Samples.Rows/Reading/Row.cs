using System.Text.Unicode;

namespace Cenote.Samples.Rows.Reading;

/// <summary>Parses any line with full checks: the slow path of <see cref="RowReader{TTable}"/>.</summary>
internal static class Row
{
    /// <summary>Maximum length of a name, in bytes.</summary>
    public const int LongestName = 100;

    /// <summary>Maximum length of a line, in bytes: name, <c>;-12.3</c>, carriage return and line feed.</summary>
    public const int LongestLine = LongestName + 8;

    /// <summary>Whether a station can have this name: 1 to 100 bytes of valid UTF-8 within a line.</summary>
    public static bool IsName(ReadOnlySpan<byte> name) =>
        name.Length is > 0 and <= LongestName && !name.Contains((byte)'\n') && Utf8.IsValid(name);

    /// <summary>Splits a line.</summary>
    /// <param name="text">The rest of the file, as far as it was read.</param>
    /// <param name="name">The length of the name, in bytes.</param>
    /// <param name="tenths">The number times ten.</param>
    /// <param name="length">The length of the line in bytes, including its line feed and a carriage return before it.</param>
    /// <returns>False if the line is malformed.</returns>
    public static bool TryParse(ReadOnlySpan<byte> text, out int name, out int tenths, out int length)
    {
        int end = text.IndexOf((byte)'\n');
        length = end + 1;
        ReadOnlySpan<byte> line = text[..Math.Max(0, end)];
        if (line.EndsWith("\r"u8))
        {
            line = line[..^1];
        }

        name = line.IndexOf((byte)';');
        Span<byte> number = stackalloc byte[sizeof(ulong)];
        ReadOnlySpan<byte> rest = line[(name + 1)..];
        tenths = 0;
        if (name < 0 || rest.Length >= number.Length || !rest.TryCopyTo(number))
        {
            return false;
        }

        number[rest.Length] = (byte)'\n';
        return Temperature.TryParse(BitConverter.ToUInt64(number), out tenths, out int read) && read == rest.Length + 1;
    }
}
