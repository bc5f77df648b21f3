namespace Cenote;

/// <summary>A collection that a debugger shows as its items.</summary>
internal interface IDebugItems
{
    /// <summary>
    /// Copies of the items. A debugger has stopped all other threads, so this neither waits nor changes anything. Throws
    /// <see cref="ObjectDisposedException"/> or is empty after disposal.
    /// </summary>
    Array DebugItems { get; }
}
