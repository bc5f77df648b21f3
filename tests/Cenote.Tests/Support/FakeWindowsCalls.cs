using Cenote.Memory.Pages;

namespace Cenote.Tests.Support;

/// <summary>Windows, of which nothing is real but its rules. It notes what it is asked.</summary>
internal sealed class FakeWindowsCalls : IWindowsCalls
{
    private const nint Start = 1 << 30;
    private const nint AllocationGranularity = 1 << 16;

    private readonly Dictionary<nint, nuint> _reservations = [];
    private readonly HashSet<nint> _committed = [];
    private nint _next = Start;

    /// <summary>What was asked, in order, with addresses from the first one that was given out.</summary>
    public List<string> Calls { get; } = [];

    /// <summary>Whether a call fails, by its name.</summary>
    public Func<string, bool> Fails { get; set; } = static _ => false;

    /// <summary>Whether the system has DiscardVirtualMemory.</summary>
    public bool HasDiscard { get; init; } = true;

    public nint Allocate(nint address, nuint size, uint type, uint protection)
    {
        Calls.Add($"{nameof(Allocate)} {Math.Max(0, address - Start):x} {size:x} {type:x} {protection:x}");
        if (Fails(nameof(Allocate)))
        {
            return 0;
        }

        if (type == 0x2000)
        {
            Assert.Equal(0, address);
            address = _next;
            _next += ((nint)size + AllocationGranularity - 1) & -AllocationGranularity;
            _reservations.Add(address, size);
            return address;
        }

        if (type == 0x80000)
        {
            ForEachPage(address, size, page => Assert.Contains(page, _committed));
            return address;
        }

        Assert.Equal(0x1000u, type);
        Assert.Contains(_reservations, range => range.Key <= address && address + (nint)size <= range.Key + (nint)range.Value);
        ForEachPage(address, size, page => _committed.Add(page));
        return address;
    }

    public uint Discard(nint address, nuint size)
    {
        Calls.Add($"{nameof(Discard)} {address - Start:x} {size:x}");
        ForEachPage(address, size, page => Assert.Contains(page, _committed));
        if (!HasDiscard)
        {
            throw new EntryPointNotFoundException("DiscardVirtualMemory");
        }

        return Fails(nameof(Discard)) ? 87u : 0u;
    }

    public int Free(nint address, nuint size, uint type)
    {
        Calls.Add($"{nameof(Free)} {address - Start:x} {size:x} {type:x}");
        Assert.Equal(0x8000u, type);
        Assert.True(size == 0, "Only whole reservations can be released.");
        return !Fails(nameof(Free)) && _reservations.Remove(address) ? 1 : 0;
    }

    private static void ForEachPage(nint address, nuint size, Action<nint> check)
    {
        Assert.Equal(0, address % 4096);
        Assert.True(size > 0 && size % 4096 == 0, "Part of a page.");
        for (nint page = address; page < address + (nint)size; page += 4096)
        {
            check(page);
        }
    }
}
