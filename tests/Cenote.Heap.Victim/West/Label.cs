namespace Cenote.Heap.Victim.West;

/// <summary>A class with the same name as one in <c>East</c>.</summary>
public sealed class Label(string text)
{
    public string Text { get; } = text;
}
