using System.Globalization;

namespace Cenote.Tool.Tests.Reports;

/// <summary>The contrast of two colours, as defined by WCAG 2.2.</summary>
internal static class Contrasts
{
    /// <summary>From 1, for equal colours, to 21, for black on white.</summary>
    /// <param name="one">A colour as six hexadecimal digits.</param>
    /// <param name="other">Another colour.</param>
    public static double Between(string one, string other)
    {
        double[] luminances = [Luminance(one), Luminance(other)];
        return (luminances.Max() + 0.05) / (luminances.Min() + 0.05);
    }

    private static double Luminance(string colour)
    {
        double[] channels =
        [
            .. colour.Chunk(2)
                .Select(digits => Linear(int.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture) / 255.0)),
        ];
        return (0.2126 * channels[0]) + (0.7152 * channels[1]) + (0.0722 * channels[2]);
    }

    private static double Linear(double channel) =>
        channel <= 0.04045 ? channel / 12.92 : Math.Pow((channel + 0.055) / 1.055, 2.4);
}
