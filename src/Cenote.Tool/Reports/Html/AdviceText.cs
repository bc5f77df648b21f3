using Cenote.Tool.Advising;

namespace Cenote.Tool.Reports.Html;

/// <summary>The sentences of an advice, with the name of what it recommends set as code.</summary>
internal static class AdviceText
{
    /// <summary>What it says, without the figures: the sentences before that with the colon, or that sentence up to the colon.</summary>
    public static Fragment Conclusion(AdviceItem item)
    {
        int colon = item.Text.IndexOf(": ", StringComparison.Ordinal);
        if (colon < 0)
        {
            return Whole(item);
        }

        int sentence = item.Text.LastIndexOf(". ", colon, StringComparison.Ordinal);
        return Marked($"{item.Text[..(sentence < 0 ? colon : sentence)]}.", item.Recommends);
    }

    /// <summary>All it says.</summary>
    public static Fragment Whole(AdviceItem item) => Marked(item.Text, item.Recommends);

    private static Fragment Marked(string text, string? name)
    {
        int at = name is null ? -1 : IndexOfName(text, name);
        if (at < 0)
        {
            return Fragment.Of($"{text}");
        }

        return Fragment.Of($"{text[..at]}<code>{name}</code>{Marked(text[(at + name!.Length)..], name)}");
    }

    // Not where it is only a part of another name, or of a word.
    private static int IndexOfName(string text, string name)
    {
        for (int at = text.IndexOf(name, StringComparison.Ordinal); at >= 0; at = text.IndexOf(name, at + 1, StringComparison.Ordinal))
        {
            int end = at + name.Length;
            bool isWhole = (at == 0 || !char.IsLetterOrDigit(text[at - 1]))
                && (end == text.Length || !(char.IsLetterOrDigit(text[end]) || text[end] is '[' or '<' || text.AsSpan(end).StartsWith(" (UTF")));
            if (isWhole)
            {
                return at;
            }
        }

        return -1;
    }
}
