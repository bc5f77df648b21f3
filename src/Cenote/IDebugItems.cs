namespace Cenote;

/// <summary>A collection that a debugger shows as its items.</summary>
internal interface IDebugItems
{
    /// <summary>
    /// Copies of the items. A debugger has stopped all other threads, so this waits for none of them and changes nothing; it
    /// throws <see cref="ObjectDisposedException"/> or is empty if there are none any more.
    /// </summary>
    Array DebugItems { get; }
}
