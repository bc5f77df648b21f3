using Cenote.Tool.Reports;
using Cenote.Tool.Reports.Html;

namespace Cenote.Tool.Heaps;

/// <summary>The advice of the page as cards, each with the code before and after.</summary>
internal static class HeapAdviceSection
{
    public static Fragment Write(HeapReport report) => Fragment.Of(
        $"""
        <section id="advice" aria-labelledby="advice-heading">
        <h2 id="advice-heading">Advice</h2>
        {Sum(HeapSummary.Sum(report))}{report.Advice.Where(item => item.Recommends is null).Select(Conclusion)}{Card.Draw([.. report.Advice.Where(item => item.Recommends is not null).Select(CardOf)], isWide: true)}
        </section>

        """);

    private static Fragment Sum(string sum) => sum.Length == 0
        ? Fragment.Empty
        : Fragment.Of($"""<p class="lead">{sum}</p>""");

    private static Fragment Conclusion(HeapAdvice item) =>
        Fragment.Of($"""<p class="conclusion"><strong>{item.Place}.</strong> {item.Text}</p>""");

    private static Card CardOf(HeapAdvice item) => new(
        item.Place,
        Figures(item),
        Fragment.Of(
            $"""
            {FullName(item)}<p>{item.Text}</p>
            {item.Examples.Select(Example)}{Code(item.Place, item, item.Recommends!)}{Alternative(item)}
            """));

    private static IEnumerable<Headline> Figures(HeapAdvice item)
    {
        yield return item.MovedBytes > 0
            ? new Headline(Units.Bytes(item.MovedBytes), "off the managed heap", IsGain: true)
            : new Headline(Units.Bytes(item.SavedBytes), "less memory", IsGain: true);
        if (item.FewerObjects > 0)
        {
            yield return new Headline(Units.Percent(item.FewerShare), "fewer objects to mark", IsGain: true);
        }
    }

    private static Fragment FullName(HeapAdvice item) => item.FullName is null || item.FullName == item.Place
        ? Fragment.Empty
        : Fragment.Of(
            $"""
            <p class="against"><code>{Breakable.Of(item.FullName)}</code></p>

            """);

    private static Fragment Example(string text) => Fragment.Of($"""<p class="note"><code>{HeapSummary.Line(text)}</code></p>""");

    private static Fragment Code(string topic, HeapAdvice item, string recommended) =>
        VerdictSection.Code(topic, HeapSnippets.Of(recommended, item));

    private static Fragment Alternative(HeapAdvice item) => item.Alternative is not { } name
        ? Fragment.Empty
        : Fragment.Of(
            $"""
            <details>
            <summary>Or with {name}</summary>
            {Code($"{item.Place}, {name}", item, name)}</details>

            """);
}
