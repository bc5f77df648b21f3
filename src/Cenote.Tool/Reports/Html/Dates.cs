using System.Globalization;

namespace Cenote.Tool.Reports.Html;

/// <summary>Dates in an unambiguous format.</summary>
internal static class Dates
{
    public static string Day(DateTimeOffset date) => date.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    public static string Minute(DateTimeOffset date) =>
        date.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture);
}
