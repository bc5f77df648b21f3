using System.Runtime.ConstrainedExecution;

namespace Cenote.Interning;

/// <summary>
/// Keeps handles that nothing refers to from being freed while somebody may still be looking at them. Readers hold the newest of these objects; each
/// holds the next one. So the handles that were retired to it are freed when no reader is left that began before they were.
/// </summary>
/// <remarks>Critical finalizers run after ordinary ones, in which a user may still intern.</remarks>
internal sealed class RetiredHandles : CriticalFinalizerObject
{
    private List<WeakEntry> _handles = [];

    // Only to keep it alive.
    private RetiredHandles? _next;

    ~RetiredHandles() => _handles.ForEach(static handle => handle.Free());

    /// <summary>Takes handles that no reader can find any more, and ends: from now on readers hold the next one.</summary>
    public void End(List<WeakEntry> handles, RetiredHandles next)
    {
        _handles = handles;
        _next = next;
        GC.KeepAlive(_next);
    }
}
