using System.Diagnostics;

namespace Cenote.Buffers;

/// <summary>What a debugger shows within a list: a copy of its items, because a class cannot hold the list.</summary>
internal sealed class ScratchListDebugView<T>(ScratchList<T> list)
    where T : unmanaged
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public T[] Items { get; } = list.AsSpan().ToArray();
}
