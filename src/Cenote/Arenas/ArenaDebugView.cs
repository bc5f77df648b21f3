namespace Cenote.Arenas;

/// <summary>The debugger view of an arena. It shows no strings, because an arena does not record where they are.</summary>
internal sealed class ArenaDebugView(StringArena arena)
{
    public long BytesUsed => arena.BytesUsed;

    public long BytesReserved => arena.BytesReserved;

    public int ChunkCount => arena.ChunkCount;
}
