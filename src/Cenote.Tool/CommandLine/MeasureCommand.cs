using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Cenote.IO;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.CommandLine;

/// <summary>The options of <c>cenote measure</c>.</summary>
internal sealed class MeasureCommand
{
    /// <summary>The name of the command.</summary>
    public const string Name = "measure";

    // Arenas hold and sort strings, and have no separate section.
    private const string ArenaName = "arena";

    private static readonly string[] s_arenaSections = [StringsSection.SectionName, SortSection.SectionName];

    private readonly Argument<string[]> _files = new("FILE")
    {
        Description = "Text files and folders, plain or gzip, measured as one corpus; '-' reads "
            + "standard input. Default: piped input, or an embedded sample.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<bool> _full = new("--full")
    {
        Description = "Measure everything, with a larger sample and more rounds, and show all tables; takes a few minutes. "
            + "The verdict uses the same strings either way.",
    };

    // The option is hidden, because it is the default; it is accepted for scripts that pass it.
    private readonly Option<bool> _quick = new("--quick") { Hidden = true };

    private readonly Option<string?> _baseline = new("--baseline")
    {
        Description = "An earlier report of 'cenote measure --json'; the page shows what changed since. Needs --html.",
        HelpName = "FILE",
    };

    private readonly Option<bool> _force = new("--force")
    {
        Description = "Show the changes even if the baseline is a report of different text. Needs --baseline.",
    };

    private readonly Option<SplitBy> _by = CreateOption<SplitBy>(
        "--by",
        "line|word|field",
        "How the text is split into strings: by line (the default), by word at white space, by field as in RFC 4180.",
        "line, word or field",
        ParseSplitBy);

    private readonly Option<char?> _delimiter = CreateOption<char?>(
        "--delimiter",
        "CHAR",
        "The delimiter between fields: one char, or 'tab'. Default: a comma; a tab if the name ends in .tsv, .tab, .tsv.gz or .tab.gz.",
        "one char, neither a quote nor a line end, or 'tab'",
        text => (ParseDelimiter(text), ParseDelimiter(text) is not null));

    private readonly Option<Utf8Quoting?> _quotes = CreateOption<Utf8Quoting?>(
        "--quotes",
        "none|strict|lenient",
        "How quotes in fields are parsed: as ordinary chars, by RFC 4180, or by RFC 4180 but accepting text after a closing quote "
            + "and unclosed quotes. Default: strict; none for tab-separated input.",
        "none, strict or lenient",
        ParseQuotes);

    private readonly Option<int?> _limit = CreateOption<int?>(
        "--limit",
        "N",
        "Measure at most N strings, sampled uniformly from a larger input. "
            + "Default: 10 million for the verdict, or as many as fit in half of the free memory; 20,000 for everything else, 250,000 with --full.",
        $"a number of at least {CorpusSource.MinStrings}",
        text => (ParseNumber(text), ParseNumber(text) >= CorpusSource.MinStrings));

    private readonly Option<string?> _html = new("--html")
    {
        Description = "Also write the report to this file as an HTML page; '-' for standard output.",
        HelpName = "FILE",
    };

    private readonly Option<string?> _json = new("--json")
    {
        Description = "Also write the results to this file; '-' for standard output.",
        HelpName = "FILE",
    };

    private readonly Option<IReadOnlyList<ISection>?> _only = CreateOption<IReadOnlyList<ISection>?>(
        "--only",
        "SECTIONS",
        $"Measure only these sections, separated by commas: {string.Join(", ", SectionList.Names)}. "
            + $"{ArenaName} means the two that measure arenas. Default: all.",
        $"one or more of: {string.Join(", ", SectionList.Names)}, {ArenaName}",
        ParseSections);

    private readonly Option<int?> _rounds = CreateOption<int?>(
        "--rounds",
        "N",
        $"Timed rounds per step, each in a separate process: {MeasureSettings.MinRounds} to {MeasureSettings.MaxRounds}. "
            + $"Default: {MeasureSettings.DefaultRounds} for the verdict and with --full, otherwise {MeasureSettings.DefaultOtherRounds}.",
        $"a number from {MeasureSettings.MinRounds} to {MeasureSettings.MaxRounds}",
        text => (ParseNumber(text), ParseNumber(text) is >= MeasureSettings.MinRounds and <= MeasureSettings.MaxRounds));

    /// <summary>Creates the command.</summary>
    /// <param name="run">Runs the command.</param>
    public Command Create(Func<MeasureSettings, CancellationToken, Task<int>> run)
    {
        var command = new Command(Name, "Measures which data structures suit the strings of a text file.");
        AddTo(command, run);
        return command;
    }

    /// <summary>Adds the argument, the options and the action to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="run">Runs the command.</param>
    public void AddTo(Command command, Func<MeasureSettings, CancellationToken, Task<int>> run)
    {
        _files.Validators.Add(UnknownOption.Reject);
        command.Add(_files);
        foreach (Option option in new Option[]
        {
            _full, _quick, _by, _delimiter, _quotes, _limit, _html, _json, _baseline, _force, _only, _rounds,
        })
        {
            command.Add(option);
        }

        command.Validators.Add(result =>
        {
            if (result.GetValue(_full) && result.GetValue(_quick))
            {
                result.AddError("Options '--full' and '--quick' cannot be combined; use one of them.");
            }

            if (result.GetResult(_baseline) is not null && result.GetResult(_html) is null)
            {
                result.AddError("Option '--baseline' needs '--html', which shows the changes.");
            }

            if (result.GetValue(_force) && result.GetResult(_baseline) is null)
            {
                result.AddError("Option '--force' needs '--baseline': it allows a baseline of different text.");
            }

            if (IsStandardOutput(result.GetResult(_html)) && IsStandardOutput(result.GetResult(_json)))
            {
                result.AddError("Only one report can go to standard output: name a file for '--html' or '--json'.");
            }

            foreach (Option option in new Option[] { _delimiter, _quotes })
            {
                if (result.GetResult(option) is not null && result.TryGetValue(_by, out SplitBy by) && by != SplitBy.Field)
                {
                    result.AddError($"Option '{option.Name}' needs '--by field'.");
                }
            }
        });
        command.SetAction((parsed, cancellationToken) => run(Read(parsed), cancellationToken));
    }

    private MeasureSettings Read(ParseResult parsed)
    {
        string[] paths = parsed.GetValue(_files) ?? [];
        char byName = paths is [var path, ..] && TableNames.IsTabSeparated(path) ? '\t' : ',';
        return new MeasureSettings
        {
            Paths = paths,
            IsFull = parsed.GetValue(_full),
            BaselinePath = parsed.GetValue(_baseline),
            IsForced = parsed.GetValue(_force),
            By = parsed.GetValue(_by),
            Delimiter = parsed.GetValue(_delimiter) ?? byName,
            Quotes = parsed.GetValue(_quotes),
            Limit = parsed.GetValue(_limit),
            HtmlPath = ReportFile.Named(parsed.GetValue(_html)),
            JsonPath = ReportFile.Named(parsed.GetValue(_json)),
            Sections = parsed.GetValue(_only) ?? SectionList.All,
            RequestedRounds = parsed.GetValue(_rounds),
        };
    }

    // Without a value, GetValue would throw.
    private static bool IsStandardOutput(OptionResult? option) =>
        option?.Tokens is [var token] && ReportFile.Named(token.Value) == ReportFile.StandardOutput;

    private static Option<T> CreateOption<T>(
        string name,
        string helpName,
        string description,
        string expected,
        Func<string, (T Value, bool IsValid)> parse)
    {
        T Parse(ArgumentResult result)
        {
            string given = result.Tokens[0].Value;
            (T value, bool isValid) = parse(given);
            if (!isValid)
            {
                result.AddError($"Option '{name}' must be {expected}, not '{given}'.");
            }

            return value;
        }

        return new Option<T>(name)
        {
            Description = description,
            HelpName = helpName,
            Arity = ArgumentArity.ExactlyOne,
            CustomParser = Parse,
        };
    }

    private static (SplitBy Value, bool IsValid) ParseSplitBy(string text) => text switch
    {
        "line" => (SplitBy.Line, true),
        "word" => (SplitBy.Word, true),
        "field" => (SplitBy.Field, true),
        _ => (default, false),
    };

    private static (Utf8Quoting? Value, bool IsValid) ParseQuotes(string text) => text switch
    {
        "none" => (Utf8Quoting.None, true),
        "strict" => (Utf8Quoting.Strict, true),
        "lenient" => (Utf8Quoting.Lenient, true),
        _ => (null, false),
    };

    private static char? ParseDelimiter(string text) => text switch
    {
        "tab" => '\t',
        [not ('"' or '\r' or '\n')] => text[0],
        _ => null,
    };

    private static int ParseNumber(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0;

    private static (IReadOnlyList<ISection>? Value, bool IsValid) ParseSections(string text)
    {
        string[] names =
        [
            .. text.Split(',', StringSplitOptions.TrimEntries).SelectMany(name => name == ArenaName ? s_arenaSections : [name]),
        ];
        ISection[] sections = [.. SectionList.All.Where(section => names.Contains(section.Name, StringComparer.Ordinal))];
        return (sections, sections.Length == names.Distinct(StringComparer.Ordinal).Count());
    }
}
