namespace Cenote.Interning;

/// <summary>
/// Keeps handles that nothing refers to from being freed while somebody may still be looking at them. Readers hold the newest of
/// these objects; each holds the next one. So the handles that were retired to it are freed when no reader is left that began
/// before they were.
/// </summary>
internal sealed class RetiredHandles
{
    // Only to keep them alive.
    private RetiredHandles? _next;
    private Owner? _owner;

    /// <summary>Ends: takes handles that no reader can find any more, and from now on readers hold the next one.</summary>
    public void End(Owner owner, RetiredHandles next)
    {
        _next = next;
        _owner = owner;
        GC.KeepAlive(_next);
        GC.KeepAlive(_owner);
    }

    /// <summary>
    /// Frees handles. Made when they are retired, and not before: an interner that a finalizer brings back to life has the newest
    /// object, and a finalizer of that one would be under way already.
    /// </summary>
    public sealed class Owner
    {
        ~Owner() => Handles?.ForEach(static handle => handle.Free());

        public List<WeakEntry>? Handles { get; set; }
    }
}
