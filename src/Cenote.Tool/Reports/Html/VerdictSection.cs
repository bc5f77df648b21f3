using Cenote.Tool.Advising;
using Cenote.Tool.Results;

namespace Cenote.Tool.Reports.Html;

/// <summary>
/// The section about the verdict: a headline, a sentence, a chart, savings and costs, and the code.
/// </summary>
internal static class VerdictSection
{
    /// <summary>The headline: the answer in a few words.</summary>
    public static string Headline(Answer answer) => answer.Gain switch
    {
        null => answer.TradeOff ?? "Plain strings are right here",
        EffectKind.Memory => $"{Units.Bytes(answer.BytesAfter)} instead of {Units.Bytes(answer.BytesBefore)}",
        EffectKind.Pause =>
            $"Pauses of {Milliseconds(answer.PauseMillisecondsAfter)} instead of {Milliseconds(answer.PauseMillisecondsBefore)}",
        _ => $"Built in {Milliseconds(answer.BuildMillisecondsAfter)} instead of {Milliseconds(answer.BuildMillisecondsBefore)}",
    };

    /// <summary>Everything but the headline.</summary>
    public static Fragment Write(MeasureReport report) => report.Answer is Answer answer
        ? Fragment.Of(
            $"""
            <section id="answer" aria-label="How to hold the strings">
            <p class="verdict">{answer.Verdict}</p>{answer.Notes.Select(note => Fragment.Of($"""<p class="note">{note}</p>"""))}
            {Anatomy.Draw(report, answer)}{Balance(answer)}{Code("verdict", answer.Snippet)}</section>

            """)
        : Fragment.Empty;

    /// <summary>The code before and after, to copy; empty if there is none.</summary>
    /// <param name="topic">The topic, for screen readers.</param>
    /// <param name="snippet">The code.</param>
    public static Fragment Code(string topic, Snippet? snippet) => snippet is null
        ? Fragment.Empty
        : Fragment.Of(
            $"""
            <div class="code">
            <div><p class="when">Before</p><pre role="region" aria-label="Before: {topic}" tabindex="0"><code>{snippet.Before}</code></pre></div>
            <div class="after"><p class="when">After</p><pre role="region" aria-label="After: {topic}" tabindex="0"><code>{snippet.After}</code></pre></div>
            </div>

            """);

    private static Fragment Balance(Answer answer) => (answer.Saves ?? answer.Costs) is null
        ? Fragment.Empty
        : Fragment.Of(
            $"""
            <dl class="answer">
            {Row("Saves", "gain", answer.Saves)}{Row("Costs", "loss", answer.Costs)}</dl>

            """);

    private static Fragment Row(string name, string kind, string? text) => text is null
        ? Fragment.Empty
        : Fragment.Of(
            $"""
            <div class="{kind}"><dt>{name}</dt><dd>{text}</dd></div>

            """);

    private static string Milliseconds(double milliseconds) => Units.Time(1e6 * milliseconds);
}
