using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Cenote.Samples.Rows.Reading;

namespace Cenote.Samples.Rows.Tests.Reading;

public sealed partial class TemperatureTests
{
    [Fact]
    public void Every_number_is_read_whatever_follows()
    {
        foreach (char rest in "\0\n0.-\u007F")
        {
            for (int tenths = -999; tenths <= 999; tenths++)
            {
                string text = string.Create(CultureInfo.InvariantCulture, $"{tenths / 10m:0.0}\n");

                Assert.True(Temperature.TryParse(Word(text.PadRight(8, rest)), out int read, out int length));
                Assert.Equal((tenths, text.Length), (read, length));
            }
        }
    }

    [Fact]
    public void Minus_zero_is_zero()
    {
        Assert.True(Temperature.TryParse(Word("-0.0\n..."), out int tenths, out int length));
        Assert.Equal((0, 5), (tenths, length));
    }

    [Fact]
    public void Nothing_else_is_a_number()
    {
        foreach (string form in (string[])["1.2\n", "12.3\n", "-1.2\n", "-12.3\n"])
        {
            for (int place = 0; place < form.Length; place++)
            {
                for (int wrong = 0; wrong < 256; wrong++)
                {
                    char[] text = form.PadRight(8, '\n').ToCharArray();
                    text[place] = (char)wrong;
                    Check(new string(text));
                }
            }
        }
    }

    [Fact]
    public void All_short_texts_of_the_characters_in_question_are_judged_rightly()
    {
        const string Characters = "09/:-.\n\r,;";
        for (int number = 0; number < 1_000_000; number++)
        {
            int rest = number;
            Check(string.Create(8, rest, static (text, rest) =>
            {
                text.Fill('\n');
                for (int i = 0; i < 6; i++, rest /= Characters.Length)
                {
                    text[i] = Characters[rest % Characters.Length];
                }
            }));
        }
    }

    private static void Check(string text)
    {
        Match match = Number().Match(text);
        bool expected = match.Success;
        bool parsed = Temperature.TryParse(Word(text), out int tenths, out int length);
        if (parsed != expected || (parsed && (length != match.Length
            || tenths != (int)(10 * decimal.Parse(match.ValueSpan[..^1], CultureInfo.InvariantCulture)))))
        {
            Assert.Fail($"\"{Regex.Escape(text)}\" is {(parsed ? "a" : "no")} number, {tenths} tenths, {length} bytes");
        }
    }

    private static ulong Word(string text) => BitConverter.ToUInt64(Encoding.Latin1.GetBytes(text));

    [GeneratedRegex(@"\A-?[0-9]{1,2}\.[0-9]\n")]
    private static partial Regex Number();
}
