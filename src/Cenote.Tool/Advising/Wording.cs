using System.Collections.ObjectModel;

namespace Cenote.Tool.Advising;

/// <summary>
/// Text made of words and names; a page shows the names as code. The compiler builds it from an interpolated string: an argument
/// is a name if it is a <see cref="Name"/> or a contender, and words otherwise.
/// </summary>
[InterpolatedStringHandler]
internal sealed class Wording : Collection<WordingPart>
{
    /// <summary>An empty wording to append to.</summary>
    public Wording()
    {
    }

    public Wording(int literalLength, int holeCount)
        : base(new List<WordingPart>((2 * holeCount) + Math.Min(literalLength, 1)))
    {
    }

    /// <summary>A wording without any text.</summary>
    public static Wording None => [];

    /// <summary>Joins wordings with a separator.</summary>
    public static Wording Join(string separator, IEnumerable<Wording> wordings)
    {
        Wording joined = [];
        foreach (Wording wording in wordings)
        {
            if (joined.Count > 0)
            {
                joined.AppendLiteral(separator);
            }

            joined.AppendFormatted(wording);
        }

        return joined;
    }

    public void AppendLiteral(string words) => Add(new WordingPart(words));

    public void AppendFormatted(string words) => AppendLiteral(words);

    public void AppendFormatted(Name name) => Add(new WordingPart(name.Text, IsName: true));

    /// <summary>The name of a contender.</summary>
    public void AppendFormatted(RivalResult contender) => AppendFormatted(new Name(contender.Name));

    public void AppendFormatted(Wording other)
    {
        foreach (WordingPart part in other)
        {
            Add(part);
        }
    }

    /// <summary>The words and names as plain text.</summary>
    public override string ToString() => string.Concat(this.Select(part => part.Text));
}
