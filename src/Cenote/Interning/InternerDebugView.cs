namespace Cenote.Interning;

/// <summary>What a debugger shows of an interner, which cannot enumerate its strings.</summary>
internal sealed class InternerDebugView(IInternerSize interner)
{
    public int Count => interner.Count;

    public int Capacity => interner.Capacity;
}
