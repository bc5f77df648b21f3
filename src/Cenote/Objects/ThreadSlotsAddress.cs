namespace Cenote.Objects;

/// <summary>Address of the current thread's slots, which <see cref="ThreadSlots"/> keeps alive; 0 if there are none
/// yet.</summary>
/// <remarks>
/// A class without initializers and with one word-sized field: the runtime stores such statics in the thread's own block, while
/// there is space. A reference would cost three loads and two branches more.
/// </remarks>
internal static class ThreadSlotsAddress
{
    [ThreadStatic]
    public static nint Current;
}
