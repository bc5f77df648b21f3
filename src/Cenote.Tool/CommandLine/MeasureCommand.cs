using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Cenote.Tool.Input;
using Cenote.Tool.Sections;

namespace Cenote.Tool.CommandLine;

/// <summary>The options of <c>cenote measure</c>.</summary>
internal sealed class MeasureCommand
{
    private readonly Argument<string?> _file = new("FILE")
    {
        Description = "The text to measure with; '-' reads standard input. Default: an embedded sample.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<string> _by = new("--by")
    {
        Description = "How the text becomes strings: line, word (between white space) or field (RFC 4180).",
        HelpName = "line|word|field",
        DefaultValueFactory = _ => "line",
    };

    private readonly Option<string?> _delimiter = new("--delimiter")
    {
        Description = "What separates fields, one char or 'tab'. Default: comma; tab if the name ends in .tsv.",
        HelpName = "CHAR",
    };

    private readonly Option<int?> _limit = new("--limit")
    {
        Description = "Take this many strings at most. Default: what fits half of the free memory.",
        HelpName = "N",
    };

    private readonly Option<string?> _json = new("--json")
    {
        Description = "Write the results to this file, too.",
        HelpName = "FILE",
    };

    private readonly Option<string?> _only = new("--only")
    {
        Description = $"Measure these sections only, separated by commas: {string.Join(',', SectionList.Names)}.",
        HelpName = "SECTIONS",
    };

    private readonly Option<int> _rounds = new("--rounds")
    {
        Description = $"Timed rounds for each step, {MeasureSettings.FewestRounds} to {MeasureSettings.MostRounds}.",
        HelpName = "N",
        DefaultValueFactory = _ => MeasureSettings.DefaultRounds,
    };

    /// <summary>Creates the command.</summary>
    /// <param name="run">Carries it out.</param>
    public Command Create(Func<MeasureSettings, CancellationToken, Task<int>> run)
    {
        _by.Validators.Add(result => Check(result, _by, TryParseSplitBy(result.GetValue(_by)) is not null, "line, word or field"));
        _delimiter.Validators.Add(result => Check(
            result,
            _delimiter,
            TryParseDelimiter(result.GetValue(_delimiter)) is not null,
            "one char, neither a quote nor a line end, or 'tab'"));
        _limit.Validators.Add(result => Check(result, _limit, result.GetValue(_limit) is null or > 0, "a number from 1"));
        _only.Validators.Add(result => Check(
            result,
            _only,
            TryParseSections(result.GetValue(_only)) is not null,
            $"one or more of: {string.Join(", ", SectionList.Names)}"));
        _rounds.Validators.Add(result => Check(
            result,
            _rounds,
            result.GetValue(_rounds) is >= MeasureSettings.FewestRounds and <= MeasureSettings.MostRounds,
            $"a number from {MeasureSettings.FewestRounds} to {MeasureSettings.MostRounds}"));

        var command = new Command("measure", "Measures a text file of yours and says which structure to hold its strings in.")
        {
            _file, _by, _delimiter, _limit, _json, _only, _rounds,
        };
        command.Validators.Add(result =>
        {
            if (result.GetResult(_delimiter) is not null && TryParseSplitBy(result.GetValue(_by)) is not SplitBy.Field)
            {
                result.AddError("Option '--delimiter' needs '--by field'.");
            }
        });
        command.SetAction((parsed, cancellationToken) => run(Read(parsed), cancellationToken));
        return command;
    }

    private MeasureSettings Read(ParseResult parsed)
    {
        string? path = parsed.GetValue(_file);
        char byName = path?.EndsWith(".tsv", StringComparison.OrdinalIgnoreCase) == true ? '\t' : ',';
        return new MeasureSettings
        {
            Path = path,
            By = TryParseSplitBy(parsed.GetValue(_by)) ?? SplitBy.Line,
            Delimiter = parsed.GetValue(_delimiter) is string delimiter ? TryParseDelimiter(delimiter) ?? byName : byName,
            Limit = parsed.GetValue(_limit),
            JsonPath = parsed.GetValue(_json),
            Sections = TryParseSections(parsed.GetValue(_only)) ?? SectionList.All,
            Rounds = parsed.GetValue(_rounds),
        };
    }

    private static void Check(OptionResult result, Option option, bool isValid, string expected)
    {
        if (!isValid)
        {
            string given = string.Join(' ', result.Tokens.Select(token => token.Value));
            result.AddError($"Option '{option.Name}' is {expected}, not '{given}'.");
        }
    }

    private static SplitBy? TryParseSplitBy(string? text) => text?.ToLower(CultureInfo.InvariantCulture) switch
    {
        "line" => SplitBy.Line,
        "word" => SplitBy.Word,
        "field" => SplitBy.Field,
        _ => null,
    };

    private static char? TryParseDelimiter(string? text) => text switch
    {
        "tab" or @"\t" => '\t',
        { Length: 1 } when text[0] is not ('"' or '\r' or '\n') => text[0],
        _ => null,
    };

    private static IReadOnlyList<ISection>? TryParseSections(string? text)
    {
        if (text is null)
        {
            return SectionList.All;
        }

        string[] names = text.Split(',', StringSplitOptions.TrimEntries);
        ISection[] sections = [.. SectionList.All.Where(section => names.Contains(section.Name, StringComparer.OrdinalIgnoreCase))];
        return sections.Length == names.Distinct(StringComparer.OrdinalIgnoreCase).Count() ? sections : null;
    }
}
