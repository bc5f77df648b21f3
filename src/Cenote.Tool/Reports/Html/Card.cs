namespace Cenote.Tool.Reports.Html;

/// <summary>A recommendation: its topic, its gains, and what to do.</summary>
/// <param name="Topic">The topic.</param>
/// <param name="Figures">The gains, in large type.</param>
/// <param name="Body">The content below the gains, with a line feed at the end.</param>
internal sealed record Card(string Topic, IEnumerable<Headline> Figures, Fragment Body)
{
    private const int MaxOpen = 3;

    /// <summary>Draws the cards in order: the first ones open, the others folded.</summary>
    /// <param name="cards">The cards.</param>
    /// <param name="isWide">Whether each card takes the whole width, because code would be wrapped in a column.</param>
    public static Fragment Draw(IReadOnlyList<Card> cards, bool isWide = false) =>
        Fragment.Of($"{Grid(cards.Take(MaxOpen), isWide)}{Folded([.. cards.Skip(MaxOpen)], isWide)}");

    private static Fragment Folded(Card[] cards, bool isWide) => cards.Length == 0
        ? Fragment.Empty
        : Fragment.Of(
            $"""
            <details>
            <summary>{Units.Count(cards.Length, "smaller gain")}: {string.Join(", ", cards.Select(card => card.Topic))}</summary>
            {Grid(cards, isWide)}</details>

            """);

    private static Fragment Grid(IEnumerable<Card> cards, bool isWide) => cards.Any()
        ? Fragment.Of(
            $"""
            <div class="{(isWide ? "cards wide" : "cards")}">
            {cards.Select(card => card.Draw())}
            </div>

            """)
        : Fragment.Empty;

    private Fragment Draw() => Fragment.Of(
        $"""
        <article class="card" data-topic="{Topic}">
        <h3>{Breakable.Of(Topic)}</h3>
        <p class="figures">{Figures.Select(Figure)}</p>
        {Body}</article>

        """);

    private static Fragment Figure(Headline headline) =>
        Fragment.Of(
            $"""<span class="{(headline.IsGain ? "figure" : "figure loss")}"><strong>{headline.Figure}</strong> """
            + $"""{headline.What}</span> """);
}
