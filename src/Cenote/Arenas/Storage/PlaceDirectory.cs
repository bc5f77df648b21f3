using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Assigns windows to arenas, and finds a value's arena by its place. 2^54 places of 8 bytes are 128 PiB of chars. A process
/// never reuses a place, so no stale value becomes valid again.
/// </summary>
internal static class PlaceDirectory
{
    private static readonly Lock s_gate = new();
    private static readonly Stack<PlaceWindow> s_free = [];

    // Indexed by number. Replaced with a longer copy when it grows, so readers need no lock.
    private static PlaceWindow?[] s_windows = new PlaceWindow?[16];
    private static int s_count;

    public static PlaceWindow Rent()
    {
        using (UninterruptibleLock.Enter(s_gate))
        {
            return s_free.TryPop(out PlaceWindow? window) ? window : Open();
        }
    }

    /// <summary>
    /// Puts a window on the free list, or drops it if it has no room for another arena. The former owner must have marked
    /// the used places.
    /// </summary>
    public static void Return(PlaceWindow window)
    {
        using (UninterruptibleLock.Enter(s_gate))
        {
            Invariant.Holds(s_windows[window.Number] == window, "The returned window is in the directory.");
            window.Owner = null;
            if (window.HasRoom)
            {
                s_free.Push(window);
            }
            else
            {
                s_windows[window.Number] = null;
            }
        }
    }

    /// <summary>The arena whose window contains a place; null if there is no such arena. Thread-safe.</summary>
    public static StringArena? OwnerOf(ulong place)
    {
        PlaceWindow?[] windows = Volatile.Read(ref s_windows);
        int number = (int)(place >> PlaceWindow.Shift);
        return number < windows.Length ? Volatile.Read(ref windows[number])?.Owner : null;
    }

    private static PlaceWindow Open()
    {
        Invariant.Holds(s_gate);
        if (s_count == PlaceWindow.Count)
        {
            Throw.NoPlacesLeft();
        }

        // Ensures that returning a window never allocates.
        s_free.EnsureCapacity(s_count + 1);
        var window = new PlaceWindow(s_count);
        if (s_count == s_windows.Length)
        {
            PlaceWindow?[] windows = new PlaceWindow?[2 * s_count];
            s_windows.CopyTo(windows, 0);
            Volatile.Write(ref s_windows, windows);
        }

        Volatile.Write(ref s_windows[s_count++], window);
        return window;
    }
}
