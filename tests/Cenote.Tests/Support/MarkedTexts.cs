using System.Runtime.InteropServices;

namespace Cenote.Tests.Support;

/// <summary>
/// Strings to search for in process memory. They repeat a random marker that is longer than any vector register. The marker
/// itself is stored masked, so that the search does not find it.
/// </summary>
/// <remarks>Each test renews the marker, so that remnants of other tests on other threads' stacks do not count.</remarks>
internal static class MarkedTexts
{
    private const int Units = 66;
    private const int Looks = 3;

    private static readonly byte[] s_masked = new byte[Units];
    private static readonly byte[] s_maskedUtf8 = new byte[Units];

    /// <summary>Replaces the marker with a new one.</summary>
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

    /// <summary>Fills a span with the marker.</summary>
    public static void Mark(Span<char> text) => Fill(MemoryMarshal.AsBytes(text), s_masked);

    /// <inheritdoc cref="Mark(Span{char})"/>
    public static void Mark(Span<byte> text) => Fill(text, s_maskedUtf8);

    /// <summary>
    /// The number of places in memory that contain the marker: at least one per marked text of 67 units or more.
    /// </summary>
    public static int Count() => ProcessMemory.Count(s_masked) + ProcessMemory.Count(s_maskedUtf8);

    /// <summary>
    /// Fails unless this number of places contains the marker. Retries, because remnants on stacks are soon overwritten.
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
