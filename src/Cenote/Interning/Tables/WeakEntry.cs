namespace Cenote.Interning;

/// <summary>
/// A weak handle that tracks resurrection, because a string that only a finalizable object references can be resurrected, and
/// must then still be in the table.
/// </summary>
/// <remarks>
/// A handle references a string or null, even after another entry has reused the handle. A reader of a reused handle gets another
/// string, and detects that by comparing it.
/// </remarks>
internal struct WeakEntry : IInternEntry<WeakEntry>
{
    private WeakGCHandle<string> _handle;

    public static bool IsWeak => true;

    public readonly string? Target
    {
        get
        {
            WeakGCHandle<string> handle = _handle;
            return handle.IsAllocated && handle.TryGetTarget(out string? target) ? target : null;
        }
    }

    public static WeakEntry Create(string target) =>
        new() { _handle = new WeakGCHandle<string>(target, trackResurrection: true) };

    public readonly void Retarget(string? target) => _handle.SetTarget(target!);

    /// <summary>Frees the handle. No thread may be reading it.</summary>
    public void Free() => _handle.Dispose();
}
