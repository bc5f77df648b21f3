using System.CommandLine;
using System.CommandLine.Parsing;

namespace Cenote.Tool.CommandLine;

/// <summary>Reads option values during validation of a command line, when the values may be invalid.</summary>
internal static class OptionValues
{
    /// <summary>Gets the value of an option, or its default. False if the value is invalid, which the parser reports.</summary>
    public static bool TryGetValue<T>(this CommandResult result, Option<T> option, out T? value)
    {
        try
        {
            value = result.GetValue(option);
            return true;
        }
        catch (InvalidOperationException)
        {
            value = default;
            return false;
        }
    }
}
