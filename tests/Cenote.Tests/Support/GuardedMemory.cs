using Cenote.Memory.Pages;

namespace Cenote.Tests.Support;

/// <summary>Memory between pages that fault: any read before its start or past its end crashes at once.</summary>
internal sealed unsafe class GuardedMemory : IDisposable
{
    private const nuint Guard = AddressSpace.GranuleBytes;

    private readonly byte* _pages;
    private readonly nuint _bytes;

    /// <param name="bytes">The maximum number of bytes to place.</param>
    public GuardedMemory(int bytes)
    {
        _bytes = ((nuint)bytes + Guard - 1) & ~(Guard - 1);
        _pages = PageSource.System.TryReserve(_bytes + (2 * Guard));
        Assert.True(_pages != null && PageSource.System.TryCommit(_pages + Guard, _bytes));
    }

    /// <summary>Places bytes directly after the first guard page, or directly before the last one.</summary>
    public byte* Place(ReadOnlySpan<byte> content, bool atEnd)
    {
        byte* start = _pages + Guard + (atEnd ? _bytes - (nuint)content.Length : 0);
        content.CopyTo(new Span<byte>(start, content.Length));
        return start;
    }

    public void Dispose() => Assert.True(PageSource.System.TryRelease(_pages, _bytes + (2 * Guard)));
}
