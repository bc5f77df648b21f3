using System.Runtime.InteropServices;

namespace Cenote.Tests.Support;

/// <summary>
/// Texts that are found in all memory of the process that can be written: a short random text, over and over, longer than any
/// vector register. It is kept in a form in which the search does not find it.
/// </summary>
/// <remarks>Each test renews it, because what other tests left on the stacks of other threads is none of its concern.</remarks>
internal static class MarkedTexts
{
    private const int Units = 66;
    private const int Looks = 3;

    private static readonly byte[] s_masked = new byte[Units];
    private static readonly byte[] s_maskedUtf8 = new byte[Units];

    /// <summary>Another marker from now on.</summary>
    public static void Renew()
    {
        Span<ushort> chars = MemoryMarshal.Cast<byte, ushort>(s_masked.AsSpan());
        for (int i = 0; i < chars.Length; i++)
        {
            chars[i] = (ushort)Random.Shared.Next(0x3400, 0x9f00);
        }

        for (int i = 0; i < Units; i++)
        {
            s_maskedUtf8[i] = (byte)(Random.Shared.Next('!', '~') ^ ProcessMemory.Mask);
        }
    }

    /// <summary>Fills a text with the marker.</summary>
    public static void Mark(Span<char> text) => Fill(MemoryMarshal.AsBytes(text), s_masked);

    /// <inheritdoc cref="Mark(Span{char})"/>
    public static void Mark(Span<byte> text) => Fill(text, s_maskedUtf8);

    /// <summary>How many places of memory have the marker. At least one of each marked text of 67 units or more.</summary>
    public static int Count() => ProcessMemory.Count(s_masked) + ProcessMemory.Count(s_maskedUtf8);

    /// <summary>
    /// Fails unless so many places have the marker. Looks again if not: what a stack has of it is soon overwritten.
    /// </summary>
    public static void AssertCount(int expected)
    {
        int found = Count();
        for (int look = 1; look < Looks && found != expected; look++)
        {
            GC.Collect();
            found = Count();
        }

        Assert.Equal(expected, found);
    }

    private static void Fill(Span<byte> bytes, byte[] masked)
    {
        for (int i = 0; i < bytes.Length; i++)
        {
            bytes[i] = (byte)(masked[i % Units] ^ ProcessMemory.Mask);
        }
    }
}
