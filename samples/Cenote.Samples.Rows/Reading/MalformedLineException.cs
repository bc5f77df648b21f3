using System.Text;
using Cenote.Measurement;

namespace Cenote.Samples.Rows.Reading;

/// <summary>The exception for a line that is not a name, a semicolon and a number.</summary>
internal sealed class MalformedLineException : Exception
{
    private const int LongestShown = 60;

    private MalformedLineException(long line, string text)
        : base($"Line {Units.Count(line)} is not NAME;NUMBER with a name of 1 to {Row.LongestName} bytes of UTF-8 and a number "
            + $"from -99.9 to 99.9 with one decimal: \"{text}\"") => Line = line;

    /// <summary>The number of the line, from 1.</summary>
    public long Line { get; }

    /// <summary>Creates the exception with the line's number and text. The preceding lines are counted only here.</summary>
    /// <param name="path">The file.</param>
    /// <param name="offset">The offset of the line in the file.</param>
    public static MalformedLineException At(string path, long offset)
    {
        using FileStream file = File.OpenRead(path);
        byte[] buffer = new byte[1 << 16];
        long line = 1;
        for (long rest = offset; rest > 0;)
        {
            int read = file.Read(buffer, 0, (int)Math.Min(rest, buffer.Length));
            line += buffer.AsSpan(0, read).Count((byte)'\n');
            rest = read == 0 ? 0 : rest - read;
        }

        int shown = file.ReadAtLeast(buffer, LongestShown + 1, throwOnEndOfStream: false);
        ReadOnlySpan<byte> text = buffer.AsSpan(0, shown);
        int end = text.IndexOf((byte)'\n');
        text = end < 0 ? text : text[..end];
        string more = text.Length > LongestShown ? "…" : string.Empty;
        text = text[..Math.Min(text.Length, LongestShown)];
        return new MalformedLineException(line, Printable(Encoding.UTF8.GetString(text)) + more);
    }

    // Replaces control characters, so that the terminal does not interpret them.
    private static string Printable(string text) =>
        string.Create(text.Length, text, static (chars, text) =>
        {
            for (int i = 0; i < text.Length; i++)
            {
                chars[i] = char.IsControl(text[i]) ? '\uFFFD' : text[i];
            }
        });
}
