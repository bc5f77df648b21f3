using System.Diagnostics;

namespace Cenote.Arenas;

/// <summary>What a debugger shows of a list: its texts, even if its arena was reset behind its back.</summary>
internal sealed class ArenaListDebugView(StringArenaList list)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public string[] Items => [.. list.Select(static value => value.DebuggerText)];
}
