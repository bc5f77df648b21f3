using System.Text;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Objects;

/// <summary>A new builder for each string.</summary>
internal readonly struct NewBuilder : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(TextBuilding.Build(new StringBuilder(), text));

    public void Dispose()
    {
        // The collector does.
    }
}
