using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Hands out windows and knows whose they are, which is how a value finds its arena by itself. 2^54 places of 8 bytes are 128 PiB
/// of text: as no place is given out twice in the life of a process, no stale value ever becomes valid again.
/// </summary>
internal static class PlaceDirectory
{
    private static readonly Lock s_gate = new();
    private static readonly Stack<PlaceWindow> s_free = [];

    // By number. Replaced by a longer copy as it grows, so readers need no lock.
    private static PlaceWindow?[] s_windows = new PlaceWindow?[16];
    private static int s_count;

    /// <summary>A window that nobody owns.</summary>
    public static PlaceWindow Rent()
    {
        using (Uninterrupted.Enter(s_gate))
        {
            return s_free.TryPop(out PlaceWindow? window) ? window : Open();
        }
    }

    /// <summary>Takes a window back. Its owner has noted in it which places were given out.</summary>
    public static void Return(PlaceWindow window)
    {
        using (Uninterrupted.Enter(s_gate))
        {
            Invariant.Holds(s_windows[window.Number] == window, "A window is returned by its arena.");
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

    /// <summary>The arena that a place belongs to if it is not stale; null if that arena is gone. Any thread may ask.</summary>
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
