namespace Cenote.Heap.Victim.East;

/// <summary>A class with the same name as one in <c>West</c>.</summary>
public sealed class Label(string text)
{
    public string Text { get; } = text;
}
