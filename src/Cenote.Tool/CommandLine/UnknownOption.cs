using System.CommandLine;
using System.CommandLine.Parsing;

namespace Cenote.Tool.CommandLine;

/// <summary>Rejects unknown options, which the parser treats as files.</summary>
internal static class UnknownOption
{
    /// <summary>Reports an option where a file is expected.</summary>
    public static void Reject(ArgumentResult result)
    {
        if (result.Tokens.Select(token => token.Value).FirstOrDefault(IsOption) is string option)
        {
            result.AddError(Message(option));
        }
    }

    /// <summary>
    /// The message for a command line with errors. An unknown option is reported before surplus or missing arguments, because it
    /// may be their cause.
    /// </summary>
    public static string MessageOf(ParseResult parsed)
    {
        Command command = parsed.CommandResult.Command;

        // Options after an extra word are unmatched as well, even if they are known.
        string? option = command.Arguments
            .SelectMany(argument => parsed.GetResult(argument)?.Tokens ?? [])
            .Select(token => token.Value)
            .Concat(parsed.UnmatchedTokens.Take(1))
            .FirstOrDefault(IsOption);
        string[] missing = [.. command.Arguments.Where(IsMissing).Select(argument => argument.Name)];
        return option is not null ? Message(option)
            : missing.Length > 0 ? $"Argument missing: {string.Join(" and ", missing)}."
            : parsed.Errors[0].Message;

        bool IsMissing(Argument argument) =>
            argument.Arity.MinimumNumberOfValues > 0 && parsed.GetResult(argument) is null or { Tokens.Count: 0 };
    }

    private static bool IsOption(string value) => value is ['-', _, ..];

    private static string Message(string option) => $"Option '{option}' is unknown; if it is a file, write './{option}'.";
}
