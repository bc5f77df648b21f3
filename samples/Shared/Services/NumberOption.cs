using System.Globalization;

namespace Cenote.Samples;

/// <summary>Options of a command line whose value is a number.</summary>
internal static class NumberOption
{
    /// <summary>Reads one.</summary>
    /// <param name="option">The option.</param>
    /// <param name="value">Its value.</param>
    /// <param name="least">The least it may be.</param>
    /// <param name="most">The most it may be.</param>
    /// <param name="mistake">What is wrong with it, in a line; null if nothing is.</param>
    /// <returns>The number; null if something is wrong.</returns>
    public static int? Parse(string option, string value, int least, int most, out string? mistake)
    {
        bool valid = int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            && number >= least && number <= most;
        mistake = valid
            ? null
            : string.Create(
                CultureInfo.InvariantCulture, $"{option} is '{value}', and must be a number from {least:N0} to {most:N0}.");
        return valid ? number : null;
    }
}
