namespace Cenote.Arenas;

/// <summary>What a debugger shows of an arena, which does not know where its strings are.</summary>
internal sealed class ArenaDebugView(StringArena arena)
{
    public long BytesUsed => arena.BytesUsed;

    public long BytesReserved => arena.BytesReserved;

    public int ChunkCount => arena.ChunkCount;
}
