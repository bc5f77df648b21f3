namespace Cenote.Heap.Victim.West;

/// <summary>A class whose name another one in <c>East</c> has as well.</summary>
public sealed class Label(string text)
{
    public string Text { get; } = text;
}
