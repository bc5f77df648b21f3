namespace Cenote.Interning;

/// <summary>
/// Delays the freeing of unused handles while a thread may still be reading them. Readers reference the newest of these objects,
/// and each object references the next one. So the handles of an object become garbage, and are freed, only after all readers
/// that started before their retirement have finished.
/// </summary>
internal sealed class RetiredHandles
{
    // These fields only keep the objects alive.
    private RetiredHandles? _next;
    private Owner? _owner;

    /// <summary>
    /// Takes ownership of handles that new readers can no longer find. From now on readers reference the next object.
    /// </summary>
    public void End(Owner owner, RetiredHandles next)
    {
        _next = next;
        _owner = owner;
        GC.KeepAlive(_next);
        GC.KeepAlive(_owner);
    }

    /// <summary>
    /// Owns retired handles, which its finalizer frees. It is a separate object, created only when handles are retired: a
    /// resurrected interner references the newest <see cref="RetiredHandles"/>, whose finalizer would already have run.
    /// </summary>
    public sealed class Owner
    {
        ~Owner()
        {
            foreach (ref WeakEntry handle in CollectionsMarshal.AsSpan(Handles))
            {
                handle.Free();
            }
        }

        public List<WeakEntry>? Handles { get; set; }
    }
}
