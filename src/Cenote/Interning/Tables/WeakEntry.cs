using System.Runtime.InteropServices;

namespace Cenote.Interning;

/// <summary>
/// A handle that lets its string go. It tracks resurrection: a string that only an object with a finalizer refers to can come to
/// life again, and must not have lost its place in the meantime.
/// </summary>
/// <remarks>
/// A handle only ever refers to strings or nothing, even after another entry has taken it over. Whoever reads a handle that has
/// been taken over gets another string, and can tell that from its text.
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

    /// <summary>Gives the handle back. Nobody may be looking at it.</summary>
    public void Free() => _handle.Dispose();
}
