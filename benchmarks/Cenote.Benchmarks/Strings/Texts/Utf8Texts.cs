using System.Text;

namespace Cenote.Benchmarks.Strings.Texts;

/// <summary>Words of natural languages in UTF-8, cut into strings with equal numbers of chars.</summary>
internal static class Utf8Texts
{
    private static readonly string[] s_english =
        "the quick brown fox jumps over a lazy dog while nobody is looking at it".Split(' ');

    private static readonly string[] s_mixed = "zażółć gęślą jaźń wśród łąk i pól kwitną róże 東京 漢字 日本語 中文 文字".Split(' ');

    /// <summary>English words: one byte for each char.</summary>
    public static ManyTexts<byte> Ascii(int count, int chars) => Cut(s_english, count, chars);

    /// <summary>Polish, Japanese and Chinese words: one to three bytes for each char.</summary>
    public static ManyTexts<byte> Mixed(int count, int chars) => Cut(s_mixed, count, chars);

    private static ManyTexts<byte> Cut(string[] words, int count, int chars)
    {
        var random = new Random(17);
        var text = new StringBuilder();
        var slices = new Slice[count];
        List<byte> source = [];
        for (int i = 0; i < count; i++)
        {
            text.Clear();
            while (text.Length < chars)
            {
                text.Append(words[random.Next(words.Length)]).Append(' ');
            }

            byte[] utf8 = Encoding.UTF8.GetBytes(text.ToString(0, chars));
            slices[i] = new Slice(source.Count, utf8.Length);
            source.AddRange(utf8);
        }

        return new ManyTexts<byte>([.. source], slices);
    }
}
