namespace Cenote;

/// <summary>A collection that a debugger shows as its items.</summary>
internal interface IDebugItems
{
    /// <summary>
    /// Copies of the items. A debugger has stopped all other threads, so implementations must neither wait nor change anything.
    /// Throws <see cref="ObjectDisposedException"/> or is empty after disposal.
    /// </summary>
    Array DebugItems { get; }
}
