namespace Cenote;

/// <summary>What a debugger shows in place of the numbers of something that was disposed.</summary>
internal static class DebuggerState
{
    public const string Disposed = "(disposed)";
}
