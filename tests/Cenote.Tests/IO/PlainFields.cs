using Cenote.IO;

namespace Cenote.Tests.IO;

/// <summary>Parses records and fields char by char: the slow model of <see cref="Utf8FieldReader"/>.</summary>
internal static class PlainFields
{
    /// <summary>Splits the input; a malformed record is null and ends the result.</summary>
    public static List<string[]?> Read(string text, char delimiter, Utf8Quoting quoting)
    {
        List<string[]?> records = [];
        int at = 0;
        while (at < text.Length)
        {
            List<string> fields = [];
            while (true)
            {
                if (ReadField(text, ref at, delimiter, quoting) is not { } field)
                {
                    return [.. records, null];
                }

                fields.Add(field);
                if (at < text.Length && text[at] == delimiter)
                {
                    at++;
                    continue;
                }

                break;
            }

            records.Add([.. fields]);
            at += text.AsSpan(at).StartsWith("\r\n") ? 2 : 1;
        }

        return records;
    }

    // Reads up to the delimiter or the end of the line.
    private static string? ReadField(string text, ref int at, char delimiter, Utf8Quoting quoting)
    {
        string field = "";
        bool isStrict = quoting == Utf8Quoting.Strict;
        if (quoting != Utf8Quoting.None && at < text.Length && text[at] == '"')
        {
            at++;
            while (true)
            {
                if (at == text.Length)
                {
                    return isStrict ? null : field;
                }

                if (text[at] != '"')
                {
                    field += text[at++];
                }
                else if (at + 1 < text.Length && text[at + 1] == '"')
                {
                    field += '"';
                    at += 2;
                }
                else
                {
                    at++;
                    break;
                }
            }

            if (isStrict && at < text.Length && text[at] != delimiter && text[at] is not ('\r' or '\n'))
            {
                return null;
            }
        }

        while (at < text.Length && text[at] != delimiter && text[at] is not ('\r' or '\n'))
        {
            if (isStrict && text[at] == '"')
            {
                return null;
            }

            field += text[at++];
        }

        return field;
    }
}
