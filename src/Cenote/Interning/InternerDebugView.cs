namespace Cenote.Interning;

/// <summary>The debugger view of an interner. The view cannot enumerate the strings.</summary>
internal sealed class InternerDebugView(IInternerSize interner)
{
    public int Count => interner.Count;

    public int Capacity => interner.Capacity;
}
