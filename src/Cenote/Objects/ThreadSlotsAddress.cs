namespace Cenote.Objects;

/// <summary>Where the slots of the current thread are, which <see cref="ThreadSlots"/> keeps alive; 0 before there are any.</summary>
/// <remarks>
/// A class without initializers that holds one word: the runtime keeps such statics in the thread's own block, as long as there
/// is room. A reference would lie three loads and two branches further.
/// </remarks>
internal static class ThreadSlotsAddress
{
    [ThreadStatic]
    public static nint Current;
}
