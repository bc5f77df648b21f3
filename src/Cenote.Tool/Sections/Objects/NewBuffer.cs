using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Objects;

/// <summary>A new array for each string.</summary>
internal readonly struct NewBuffer(int size) : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader
    {
        char[] buffer = new char[size];
        text.CopyTo(buffer);
        reader.Read(buffer.AsSpan(0, text.Length));
    }

    public void Dispose()
    {
        // The collector does.
    }
}
