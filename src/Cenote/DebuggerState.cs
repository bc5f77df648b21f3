namespace Cenote;

/// <summary>What a debugger shows in place of the numbers of something that has ended.</summary>
internal static class DebuggerState
{
    public const string Disposed = "(disposed)";
}
