namespace Cenote.Arenas;

/// <summary>What a debugger shows of an arena of UTF-8.</summary>
internal sealed class Utf8ArenaDebugView(Utf8StringArena arena)
{
    public Utf8StringArenaStatistics Statistics => arena.GetStatistics();
}
