using System.Buffers;
using Cenote.Memory.Pages;

namespace Cenote.Arenas;

/// <summary>
/// Temporary memory for one operation, released on disposal: on the caller's stack if small, in pages of the operating system if
/// large, otherwise from the shared array pool.
/// </summary>
internal unsafe ref struct SortWords : IDisposable
{
    /// <summary>The number of words on the caller's stack.</summary>
    public const int StackWords = 512;

    // Above this size, new pages cost less than processing the words.
    private const ulong MaxPooledWords = 1 << 17;

    private readonly PageSource _pages;
    private readonly ulong _words;
    private readonly ulong[]? _array;
    private PinnedGCHandle<ulong[]> _pin;

    /// <param name="pages">The source of pages.</param>
    /// <param name="words">The number of words.</param>
    /// <param name="stack"><see cref="StackWords"/> words that live as long as this instance.</param>
    public SortWords(PageSource pages, ulong words, ulong* stack)
    {
        _pages = pages;
        _words = words;
        if (words <= StackWords)
        {
            Words = stack;
        }
        else if (words <= MaxPooledWords)
        {
            _array = ArrayPool<ulong>.Shared.Rent((int)words);
            _pin = new PinnedGCHandle<ulong[]>(_array);
            Words = _pin.GetAddressOfArrayData();
        }
        else
        {
            Words = (ulong*)TryMap(pages, words);
        }
    }

    /// <summary>The words, with undefined content; null if the operating system has no memory.</summary>
    public ulong* Words { get; private set; }

    private readonly bool IsMapped => _words > MaxPooledWords && Words != null;

    public void Dispose()
    {
        if (IsMapped)
        {
            _ = _pages.TryRelease((byte*)Words, Bytes(_words));
        }
        else if (_array is not null)
        {
            _pin.Dispose();
            ArrayPool<ulong>.Shared.Return(_array);
        }

        Words = null;
    }

    private static byte* TryMap(PageSource pages, ulong words)
    {
        if (words > (ulong)nint.MaxValue / sizeof(ulong) || !pages.HasMemory(words * sizeof(ulong)))
        {
            return null;
        }

        byte* address = pages.TryReserve(Bytes(words));
        if (address != null && !pages.TryCommit(address, Bytes(words)))
        {
            _ = pages.TryRelease(address, Bytes(words));
            address = null;
        }

        return address;
    }

    private static nuint Bytes(ulong words) => checked((nuint)(words * sizeof(ulong)));
}
