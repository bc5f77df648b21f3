using System.Diagnostics;

namespace Cenote.Arenas;

/// <summary>What a debugger shows within a list: its texts, also if its arena was reset behind its back.</summary>
internal sealed class ArenaListDebugView(StringArenaList list)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public string[] Items => [.. list.Select(static value => value.DebuggerText)];
}
