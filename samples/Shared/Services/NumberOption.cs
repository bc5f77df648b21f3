using System.Globalization;

namespace Cenote.Samples;

/// <summary>Options of a command line whose value is a number.</summary>
internal static class NumberOption
{
    /// <summary>Parses the value of an option.</summary>
    /// <param name="option">The option.</param>
    /// <param name="value">The value.</param>
    /// <param name="least">The minimum.</param>
    /// <param name="most">The maximum.</param>
    /// <param name="mistake">The error message, in one line; null if the value is valid.</param>
    /// <returns>The number; null if the value is invalid.</returns>
    public static int? Parse(string option, string value, int least, int most, out string? mistake)
    {
        bool valid = int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            && number >= least && number <= most;
        mistake = valid
            ? null
            : string.Create(
                CultureInfo.InvariantCulture, $"{option} is '{value}', but must be a number from {least:N0} to {most:N0}.");
        return valid ? number : null;
    }
}
