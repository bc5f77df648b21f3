using System.CommandLine.Parsing;

namespace Cenote.Tool.CommandLine;

/// <summary>The parser takes an option it does not know for a file.</summary>
internal static class UnknownOption
{
    /// <summary>Reports an option where a file is expected.</summary>
    public static void Reject(ArgumentResult result)
    {
        if (result.Tokens.Select(token => token.Value).FirstOrDefault(value => value is ['-', _, ..]) is string option)
        {
            result.AddError($"Option '{option}' is not known; if it is a file, name it './{option}'.");
        }
    }
}
