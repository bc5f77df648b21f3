namespace Cenote.Tests.Support;

/// <summary>The fake follows the documentation of VirtualAlloc, VirtualFree and DiscardVirtualMemory.</summary>
public sealed unsafe class FakeWindowsCallsTests : IDisposable
{
    private const uint Commit = 0x1000;
    private const uint Reserve = 0x2000;
    private const uint Decommit = 0x4000;
    private const uint Release = 0x8000;
    private const uint ReadWrite = 0x04;
    private const nint Granule = 1 << 16;
    private const nuint Page = 4096;

    private readonly FakeWindowsCalls _calls = new();

    public void Dispose() => _calls.Dispose();

    [Fact]
    public void Reserving_is_free_and_committing_twice_is_charged_once()
    {
        nint start = _calls.Allocate(0, 10 * Page, Reserve, ReadWrite);
        Assert.Equal(0, start % Granule);
        Assert.Equal(0, _calls.CommitCharge);

        Assert.Equal(start, _calls.Allocate(start, 2 * Page, Commit, ReadWrite));
        *(byte*)start = 1;
        Assert.Equal(start, _calls.Allocate(start, 3 * Page, Commit, ReadWrite));
        Assert.Equal(3 * (long)Page, _calls.CommitCharge);
        Assert.Equal(1, *(byte*)start);
        Assert.Empty(_calls.Errors);
    }

    [Fact]
    public void A_commit_beyond_the_limit_fails_without_a_change()
    {
        _calls.CommitLimit = 3 * (long)Page;
        nint start = _calls.Allocate(0, 10 * Page, Reserve, ReadWrite);

        Assert.Equal(0, _calls.Allocate(start, 4 * Page, Commit, ReadWrite));
        Assert.Equal((1, 0), (_calls.RefusedCommits, _calls.CommitCharge));
        Assert.Equal(start, _calls.Allocate(start, 3 * Page, Commit, ReadWrite));
        Assert.Empty(_calls.Errors);
    }

    [Fact]
    public void Decommitted_and_released_pages_are_not_charged_and_hold_zeros_afterwards()
    {
        nint start = _calls.Allocate(0, 10 * Page, Reserve, ReadWrite);
        _calls.Allocate(start, 10 * Page, Commit, ReadWrite);
        new Span<byte>((byte*)start, 10 * (int)Page).Fill(1);

        Assert.Equal(1, _calls.Free(start + (nint)Page, Page, Decommit));
        Assert.Equal(9 * (long)Page, _calls.CommitCharge);
        _calls.Allocate(start, 2 * Page, Commit, ReadWrite);
        Assert.Equal(1, *(byte*)start);
        Assert.Equal(0, *(byte*)(start + (nint)Page));

        Assert.Equal(1, _calls.Free(start, 0, Release));
        Assert.Equal(0, _calls.CommitCharge);
        Assert.Equal(start, _calls.Allocate(0, Page, Reserve, ReadWrite));
        _calls.Allocate(start, Page, Commit, ReadWrite);
        Assert.Equal(0, *(byte*)start);
        Assert.Empty(_calls.Errors);
    }

    [Fact]
    public void Discarded_pages_stay_charged_and_change()
    {
        nint start = _calls.Allocate(0, 10 * Page, Reserve, ReadWrite);
        _calls.Allocate(start, Page, Commit, ReadWrite);

        Assert.Equal(0u, _calls.Discard(start, Page));
        Assert.Equal((long)Page, _calls.CommitCharge);
        Assert.True(new ReadOnlySpan<byte>((byte*)start, (int)Page).ContainsAnyExcept((byte)0));
        Assert.Empty(_calls.Errors);
    }

    [Fact]
    public void Calls_that_break_a_rule_fail()
    {
        nint start = _calls.Allocate(0, 16 * Page, Reserve, ReadWrite);
        nint next = _calls.Allocate(0, 16 * Page, Reserve, ReadWrite);
        Assert.Equal(start + Granule, next);
        _calls.Allocate(start, 16 * Page, Commit, ReadWrite);
        _calls.Allocate(next, Page, Commit, ReadWrite);

        // A range that crosses into another reservation is refused, but the call is legal.
        Assert.Equal(487u, _calls.Discard(start, 17 * Page));
        Assert.Empty(_calls.Errors);

        Assert.Equal(0, _calls.Allocate(start, 17 * Page, Commit, ReadWrite));
        Assert.Equal(487u, _calls.Discard(next, 2 * Page));
        Assert.Equal(87u, _calls.Discard(start + 1, Page));
        Assert.Equal(0, _calls.Free(start + Granule - (nint)Page, 0, Release));
        Assert.Equal(0, _calls.Free(start, Page, Release));
        Assert.Equal(1, _calls.Free(start, 0, Release));
        Assert.Equal(0, _calls.Free(start, 0, Release));
        Assert.Equal(0, _calls.Allocate(start, Page, Commit, ReadWrite));
        Assert.Equal(7, _calls.Errors.Count);
        Assert.Equal((long)Page, _calls.CommitCharge);
    }
}
