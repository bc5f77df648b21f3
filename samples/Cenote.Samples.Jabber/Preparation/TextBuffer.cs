using System.Text;

namespace Cenote.Samples.Jabber.Preparation;

/// <summary>Collects text in a span and records whether it fit.</summary>
internal ref struct TextBuffer(Span<char> space)
{
    /// <summary>
    /// Chars that suffice for a part at every stage of preparation: normalization turns three chars into at least two bytes, so a
    /// longer text cannot fit in 1,023 bytes.
    /// </summary>
    public const int Capacity = 2_048;

    private readonly Span<char> _space = space;
    private int _length;

    /// <summary>Whether something did not fit.</summary>
    public bool IsOverfull { get; private set; }

    /// <summary>The collected text.</summary>
    public readonly Span<char> Text => _space[.._length];

    public void Append(Rune rune)
    {
        if (!IsOverfull && rune.TryEncodeToUtf16(_space[_length..], out int written))
        {
            _length += written;
        }
        else
        {
            IsOverfull = true;
        }
    }

    public void Append(scoped ReadOnlySpan<char> text)
    {
        if (!IsOverfull && text.TryCopyTo(_space[_length..]))
        {
            _length += text.Length;
        }
        else
        {
            IsOverfull = true;
        }
    }
}
