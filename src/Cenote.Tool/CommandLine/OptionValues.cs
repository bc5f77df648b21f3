using System.CommandLine;
using System.CommandLine.Parsing;

namespace Cenote.Tool.CommandLine;

/// <summary>Values of options while a command line is checked, which may have wrong ones.</summary>
internal static class OptionValues
{
    /// <summary>The value of an option, or its default; false if the given one is wrong, which the parser reports itself.</summary>
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
