namespace Cenote.Heap.Victim.East;

/// <summary>A class whose name another one in <c>West</c> has as well.</summary>
public sealed class Label(string text)
{
    public string Text { get; } = text;
}
