namespace Cenote.Buffers;

/// <summary>The debugger view of a list: a copy of its items, because a class cannot hold the list.</summary>
internal sealed class ScratchListDebugView<T>(ScratchList<T> list)
    where T : unmanaged
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public T[] Items { get; } = list.AsSpan().ToArray();
}
