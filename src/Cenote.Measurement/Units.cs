using System.Globalization;

namespace Cenote.Measurement;

/// <summary>Formats quantities for people: three significant digits and a unit, culture-invariant.</summary>
public static class Units
{
    private static readonly string[] s_byteUnits = ["B", "KB", "MB", "GB", "TB"];

    /// <summary>Formats a number of bytes in binary units, such as "1.50 MB".</summary>
    /// <param name="bytes">The number of bytes, which may be negative.</param>
    public static string Bytes(double bytes)
    {
        double size = bytes;
        int unit = 0;
        while (Math.Abs(size) >= 999.5 && unit < s_byteUnits.Length - 1)
        {
            size /= 1024;
            unit++;
        }

        return $"{(unit == 0 && size == Math.Truncate(size) ? Count((long)size) : Number(size))} {s_byteUnits[unit]}";
    }

    /// <summary>Formats a duration given in nanoseconds, such as "12.3 ns", "45.6 ms" or "7.89 s".</summary>
    /// <param name="nanoseconds">The duration in nanoseconds.</param>
    public static string Time(double nanoseconds) => Math.Abs(nanoseconds) switch
    {
        < 999.5 => $"{Number(nanoseconds)} ns",
        < 999.5e3 => $"{Number(nanoseconds / 1e3)} µs",
        < 999.5e6 => $"{Number(nanoseconds / 1e6)} ms",
        _ => $"{Number(nanoseconds / 1e9)} s",
    };

    /// <summary>Formats a whole number with its thousands separated, such as "250,000".</summary>
    /// <param name="count">The number.</param>
    public static string Count(long count) => count.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>Formats a count and its noun, such as "1 char" or "250,000 chars".</summary>
    /// <param name="count">The number.</param>
    /// <param name="noun">The noun, in the singular.</param>
    public static string Count(long count, string noun) => $"{Count(count)} {noun}{(count == 1 ? string.Empty : "s")}";

    /// <summary>Formats a ratio with two decimals, such as "0.86".</summary>
    /// <param name="ratio">The ratio.</param>
    public static string Ratio(double ratio) => ratio.ToString("0.00", CultureInfo.InvariantCulture);

    /// <summary>Formats an interval of ratios, such as "0.80-0.92".</summary>
    /// <param name="interval">The interval.</param>
    public static string Ratios(MedianInterval interval) => $"{Ratio(interval.Lower)}-{Ratio(interval.Upper)}";

    /// <summary>Formats a share as a percentage, such as "8.5 %"; only exact values yield "100 %" and "0 %".</summary>
    /// <param name="share">The share, from 0 to 1.</param>
    public static string Percent(double share) => share switch
    {
        <= 0 => "0 %",
        < 0.001 => "< 0.1 %",
        >= 1 => "100 %",
        > 0.999 => "> 99.9 %",
        _ => (share * 100).ToString("0.0", CultureInfo.InvariantCulture) + " %",
    };

    /// <summary>
    /// Formats a number with three digits, such as "0.05" or "1.50", and from 1,000 on with all its integer digits. Zero is "0".
    /// </summary>
    /// <param name="value">The number.</param>
    public static string Number(double value) => Math.Abs(value) switch
    {
        0 => "0",
        < 9.995 => value.ToString("0.00", CultureInfo.InvariantCulture),
        < 99.95 => value.ToString("0.0", CultureInfo.InvariantCulture),
        _ => value.ToString("N0", CultureInfo.InvariantCulture),
    };
}
