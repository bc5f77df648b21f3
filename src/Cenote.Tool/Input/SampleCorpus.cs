using System.Globalization;
using System.Text;

namespace Cenote.Tool.Input;

/// <summary>
/// The text that is measured when no file is named: lines like those that a busy service holds in memory. On average, 7 of 20
/// lines come from a log, 4 are user addresses (JIDs), 2 are request identifiers, 4 are URLs, and 3 are words. Users, pages and
/// words follow Zipf's law, so that about half of all lines repeat an earlier one, as in real text. The text is the same on
/// every machine and every runtime.
/// </summary>
internal static class SampleCorpus
{
    public const int Lines = 250_000;

    private const ulong Seed = 0xCE_07E5;
    private const int Users = 4_000;
    private const int Hosts = 60;
    private const int Pages = 3_000;
    private const int VocabularySize = 6_000;

    private static readonly string[] s_syllables =
    [
        "an", "ba", "cor", "de", "el", "fi", "gra", "ho", "in", "ju", "ka", "lo", "mer", "no", "or", "pa", "qui", "ra", "sen",
        "ta", "ul", "ver", "wi", "ya", "zo", "ment", "tion", "ly", "ing", "est",
    ];

    private static readonly string[] s_levels = ["INFO ", "INFO ", "INFO ", "INFO ", "DEBUG", "DEBUG", "WARN ", "ERROR"];

    private static readonly string[] s_components = ["session", "router", "roster", "storage", "presence", "c2s", "s2s", "http"];

    private static readonly string[] s_messages =
    [
        "connection accepted", "connection closed by peer", "stanza routed to {0}", "session of {0} resumed",
        "presence of {0} changed to away", "presence of {0} changed to available", "authentication failed for {0}",
        "message to {0} stored offline", "ping timed out, closing the stream of {0}", "cache refreshed", "{0} joined the room",
        "slow query, see the next line", "SELECT body FROM messages WHERE owner = '{0}' AND read = 0 ORDER BY stamp LIMIT 50",
    ];

    private static readonly string[] s_resources = ["phone", "laptop", "tablet", "web", "desk"];

    /// <summary>Generates the text.</summary>
    /// <param name="write">Receives the text line by line, including line feeds.</param>
    public static void Write(Action<ReadOnlySpan<char>> write)
    {
        var random = new SplitMix64(Seed);
        string[] vocabulary = [.. Enumerable.Range(0, VocabularySize).Select(_ => Word(ref random))];
        string[] hosts = [.. vocabulary.Take(Hosts).Select(word => $"{word}.example")];
        string[] users = [.. Enumerable.Range(0, Users).Select(i => $"{vocabulary[i]}{i % 89}@{hosts[i % Hosts]}")];
        string[] pages = [.. Enumerable.Range(0, Pages).Select(_ => Page(ref random, vocabulary, hosts))];
        var anyUser = new ZipfSampler(Users);
        var anyPage = new ZipfSampler(Pages);
        var anyWord = new ZipfSampler(VocabularySize);

        long milliseconds = 0;
        var line = new StringBuilder();
        for (int i = 0; i < Lines; i++)
        {
            line.Clear();
            string user = users[anyUser.Next(ref random)];
            switch (random.Next(20))
            {
                case < 7:
                    milliseconds += random.Next(40);
                    AppendLogLine(line, ref random, milliseconds, user);
                    break;
                case < 11:
                    line.Append(user).Append('/').Append(s_resources[random.Next(s_resources.Length)]);
                    break;
                case < 13:
                    line.Append(CultureInfo.InvariantCulture, $"req-{random.Next():x16}-{random.Next(1 << 16):x4}");
                    break;
                case < 17:
                    AppendUrl(line, ref random, pages[anyPage.Next(ref random)]);
                    break;
                default:
                    line.Append(vocabulary[anyWord.Next(ref random)]);
                    break;
            }

            write(line.Append('\n').ToString());
        }
    }

    private static string Word(ref SplitMix64 random)
    {
        string word = string.Empty;
        for (int syllables = 2 + random.Next(3); syllables > 0; syllables--)
        {
            word += s_syllables[random.Next(s_syllables.Length)];
        }

        // In one word of sixteen, each e has an accent, because real text is not all ASCII.
        return random.Next(16) == 0 ? word.Replace('e', 'é') : word;
    }

    private static string Page(ref SplitMix64 random, string[] vocabulary, string[] hosts)
    {
        string page = $"https://{hosts[random.Next(hosts.Length)]}";
        for (int parts = 1 + random.Next(3); parts > 0; parts--)
        {
            page += $"/{vocabulary[random.Next(vocabulary.Length)]}";
        }

        return page;
    }

    private static void AppendLogLine(StringBuilder line, ref SplitMix64 random, long milliseconds, string user)
    {
        // Half of the lines contain the time, which makes them unique; the others are message templates, as in structured logs.
        if (random.Next(2) == 0)
        {
            TimeSpan time = TimeSpan.FromMilliseconds(milliseconds);
            line.Append(CultureInfo.InvariantCulture, $"2026-03-01T{time:hh\\:mm\\:ss\\.fff}Z ");
        }

        line.Append(s_levels[random.Next(s_levels.Length)])
            .Append(" [").Append(s_components[random.Next(s_components.Length)]).Append("] ");
        string message = s_messages[random.Next(s_messages.Length)];
        line.Append(message.Replace("{0}", user, StringComparison.Ordinal));
    }

    private static void AppendUrl(StringBuilder line, ref SplitMix64 random, string page)
    {
        line.Append(page);
        if (random.Next(4) == 0)
        {
            line.Append(CultureInfo.InvariantCulture, $"?id={random.Next(1_000_000)}&page={random.Next(9)}");
        }
    }
}
