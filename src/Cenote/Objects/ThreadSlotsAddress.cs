namespace Cenote.Objects;

/// <summary>
/// Address of the current thread's slots, which <see cref="ThreadSlots"/> keeps alive; 0 if the thread has no slots yet.
/// </summary>
/// <remarks>
/// The class has no initializers, and one word-sized field: the runtime stores such statics in the thread's own block, as
/// long as there is space. A reference would take three more loads and two more branches.
/// </remarks>
internal static class ThreadSlotsAddress
{
    [ThreadStatic]
    public static nint Current;
}
