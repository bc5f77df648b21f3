using System.Globalization;
using System.Text;
using Cenote.Measurement;

namespace Cenote.Samples.Cache.Service;

/// <summary>Simulates a database that takes two milliseconds per article. A number always yields the same article.</summary>
internal static class ArticleSource
{
    private static readonly TimeSpan s_latency = TimeSpan.FromMilliseconds(2);

    private static readonly string[] s_words =
    [
        "water", "stone", "light", "cave", "river", "root", "rain", "shore", "jungle", "limestone", "diver", "lamp", "chamber",
        "depth", "sound", "mangrove", "bat", "ladder", "rope", "map", "salt", "current", "island", "well", "temple", "path",
    ];

    /// <summary>Loads an article.</summary>
    public static async ValueTask<Article> LoadAsync(int number, CancellationToken cancellationToken)
    {
        await Task.Delay(s_latency, cancellationToken);
        return Make(number);
    }

    /// <summary>Creates an article of several hundred chars.</summary>
    public static Article Make(int number)
    {
        var random = new SplitMix64((ulong)number);
        string author = string.Create(CultureInfo.InvariantCulture, $"{Word(ref random)}.{Word(ref random)}@example.org");
        string title = $"{Word(ref random)} {Word(ref random)} {Word(ref random)}";
        var text = new StringBuilder();
        for (int words = 20 + random.Next(80); words > 0; words--)
        {
            text.Append(Word(ref random)).Append(words == 1 ? '.' : ' ');
        }

        return new Article(number, title, author, text.ToString(), random.Next(6));
    }

    private static string Word(ref SplitMix64 random) => s_words[random.Next(s_words.Length)];
}
