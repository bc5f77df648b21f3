using Cenote.Tool.Advising;

namespace Cenote.Tool.Reports.Html;

/// <summary>The sentences of a recommendation, with names as code.</summary>
internal static class AdviceText
{
    /// <summary>The conclusion, without the figures.</summary>
    public static Fragment Conclusion(AdviceItem item) => item.Statement is { } statement
        ? Fragment.Of($"{Marked(statement.Conclusion, item.Recommends)}.")
        : Fragment.Of($"{item.Text}");

    /// <summary>The whole text.</summary>
    public static Fragment Whole(AdviceItem item) => item.Statement is { } statement
        ? Marked(statement.Whole, item.Recommends)
        : Fragment.Of($"{item.Text}");

    private static Fragment Marked(Wording wording, string? name) =>
        Fragment.Of(
            $"{wording.Select(part => part.IsName && part.Text == name ? Code(part.Text) : Fragment.Of($"{part.Text}"))}");

    private static Fragment Code(string name) => Fragment.Of($"<code>{name}</code>");
}
