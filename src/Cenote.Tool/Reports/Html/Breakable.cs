namespace Cenote.Tool.Reports.Html;

/// <summary>Text with names from code, in which lines break after a dot rather than within a word.</summary>
internal static class Breakable
{
    public static Fragment Of(string text)
    {
        var pieces = new List<Fragment>();
        int start = 0;
        for (int i = 1; i < text.Length; i++)
        {
            if (text[i - 1] == '.' && (char.IsLetter(text[i]) || text[i] == '_'))
            {
                pieces.Add(Fragment.Of($"{text[start..i]}<wbr>"));
                start = i;
            }
        }

        return Fragment.Of($"{pieces}{text[start..]}");
    }
}
