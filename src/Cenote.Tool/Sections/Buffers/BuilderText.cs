using System.Text;
using Cenote.Tool.Input;
using Cenote.Tool.Sections.Objects;

namespace Cenote.Tool.Sections.Buffers;

/// <summary>A text that is put together by a new builder, and read as a string.</summary>
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
