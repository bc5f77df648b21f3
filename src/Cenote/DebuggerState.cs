namespace Cenote;

/// <summary>The text a debugger shows for a disposed object.</summary>
internal static class DebuggerState
{
    public const string Disposed = "(disposed)";
}
