using System.Globalization;

namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>The options of the command <c>native</c>.</summary>
/// <param name="Json">The output file of the C++ side; null to run only the .NET side.</param>
/// <param name="Count">The number of strings in each corpus; null for the number of the C++ side, or the default.</param>
/// <param name="Rounds">The number of rounds; null for the number of the C++ side, or the default.</param>
internal sealed record NativeOptions(string? Json, int? Count, int? Rounds)
{
    /// <summary>The options; null if the command line is wrong.</summary>
    public static NativeOptions? Parse(ReadOnlySpan<string> arguments)
    {
        var options = new NativeOptions(null, null, null);
        for (; arguments is [string name, string value, ..]; arguments = arguments[2..])
        {
            bool isNumber = int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number > 0;
            NativeOptions? more = name switch
            {
                "--native-json" => options with { Json = value },
                "--count" when isNumber => options with { Count = number },
                "--rounds" when isNumber => options with { Rounds = number },
                _ => null,
            };
            if (more is null)
            {
                return null;
            }

            options = more;
        }

        return arguments.IsEmpty ? options : null;
    }
}
