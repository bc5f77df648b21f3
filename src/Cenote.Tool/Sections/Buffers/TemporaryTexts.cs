using System.Text;
using Cenote.Buffers;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Buffers;

/// <summary>A string that is built by a new builder, and read as a string.</summary>
internal readonly struct BuilderText : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader
    {
        reader.Read(TextBuilding.Build(new StringBuilder(), text));
    }

    public void Dispose()
    {
        // Nothing is kept.
    }
}

/// <summary>A string that is built in a list on the stack, and read in place.</summary>
internal readonly struct ScratchListText : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader
    {
        const int PieceChars = 16;
        using var built = new ScratchList<char>(stackalloc char[256]);
        while (text.Length > PieceChars)
        {
            built.Append(text[..PieceChars]);
            text = text[PieceChars..];
        }

        built.Append(text);
        reader.Read(built.AsSpan());
    }

    public void Dispose()
    {
        // Nothing is kept.
    }
}
