using System.Text;

namespace Cenote.Tool.Reports;

/// <summary>Trims the blanks at line ends that pad the cells of tables.</summary>
internal sealed class TrimmingWriter(TextWriter writer) : TextWriter(writer.FormatProvider)
{
    private int _blanks;

    public override Encoding Encoding => writer.Encoding;

    public override void Write(char value) => Write([value]);

    public override void Write(string? value) => Write(value.AsSpan());

    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

    public override void Write(ReadOnlySpan<char> buffer)
    {
        var text = new StringBuilder(buffer.Length + _blanks);
        foreach (char c in buffer)
        {
            if (c == ' ')
            {
                _blanks++;
                continue;
            }

            text.Append(' ', c is '\r' or '\n' ? 0 : _blanks).Append(c);
            _blanks = 0;
        }

        writer.Write(text.ToString());
    }

    public override void Flush() => writer.Flush();
}
