using System.Globalization;
using System.Runtime.InteropServices;
using Cenote.Memory.Pages;

namespace Cenote.Tests.Support;

/// <summary>
/// A fake Unix system that enforces its rules (whole pages, in mapped ranges) and records all calls.
/// </summary>
internal sealed class FakeUnixCalls(nuint pageSize) : IUnixCalls
{
    private nint _next = 1 << 30;

    /// <summary>The calls in order, with addresses relative to the first one returned.</summary>
    public List<string> Calls { get; } = [];

    /// <summary>Decides whether the call with a given name fails.</summary>
    public Func<string, bool> Fails { get; set; } = static _ => false;

    public nint Map(nint address, nuint length, int protection, int flags)
    {
        nint result = address;
        if (address == 0)
        {
            result = _next;
            _next += (nint)((length + pageSize - 1) & ~(pageSize - 1));
        }

        return Note(nameof(Map), result, length, $" {protection} {flags:x}") ? result : -1;
    }

    // The last page of a file is always mapped whole.
    public nint MapFile(nint address, nuint length, int protection, int flags, SafeHandle file) =>
        Note(nameof(MapFile), address, (length + pageSize - 1) & ~(pageSize - 1), $" {protection} {flags:x}") ? address : -1;

    public int Protect(nint address, nuint length, int protection) =>
        Note(nameof(Protect), address, length, $" {protection}") ? 0 : -1;

    public int Advise(nint address, nuint length, int advice) => Note(nameof(Advise), address, length, $" {advice}") ? 0 : -1;

    public int Unmap(nint address, nuint length) => Note(nameof(Unmap), address, length, "") ? 0 : -1;

    public nint Remap(nint address, nuint length, int flags, nint to)
    {
        Assert.Equal(0, to % (nint)pageSize);
        return Note(nameof(Remap), address, length, $" {flags} {(to - (1 << 30)).ToString("x", CultureInfo.InvariantCulture)}")
            ? to
            : -1;
    }

    private bool Note(string name, nint address, nuint length, string rest)
    {
        Assert.Equal(0, address % (nint)pageSize);
        Assert.True(length > 0 && length % pageSize == 0, "A call covers part of a page.");
        Calls.Add($"{name} {address - (1 << 30):x} {length:x}{rest}");
        return !Fails(name);
    }
}
