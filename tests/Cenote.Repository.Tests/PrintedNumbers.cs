using System.Globalization;
using System.Text.RegularExpressions;

namespace Cenote.Repository.Tests;

/// <summary>All numbers in recorded program output.</summary>
internal sealed partial class PrintedNumbers
{
    private readonly double[] _numbers;

    public PrintedNumbers(IEnumerable<double> numbers) => _numbers = [.. numbers.Distinct().Order()];

    [GeneratedRegex(@"(?<![\d.,])\d[\d,]*(?:\.\d+)?")]
    private static partial Regex Number { get; }

    public static PrintedNumbers In(IEnumerable<string> files) => new(files
        .SelectMany(file => Number.Matches(File.ReadAllText(Repository.PathOf(file))))
        .Select(number => Parse(number.Value)));

    public static double Parse(string text) => double.Parse(
        text, NumberStyles.AllowDecimalPoint | NumberStyles.AllowThousands, CultureInfo.InvariantCulture);

    /// <summary>Whether a figure is one of the numbers, rounded to the figure's decimals.</summary>
    public bool Contain(string figure)
    {
        int point = figure.IndexOf('.', StringComparison.Ordinal);
        int decimals = point < 0 ? 0 : figure.Length - point - 1;
        double tolerance = (0.5 * Math.Pow(10, -decimals)) + 1e-9;
        int place = Array.BinarySearch(_numbers, Parse(figure) - tolerance);
        int first = place < 0 ? ~place : place;
        return first < _numbers.Length && _numbers[first] <= Parse(figure) + tolerance;
    }
}
