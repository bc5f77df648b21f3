using System.Runtime.CompilerServices;

namespace Cenote.Samples.Jabber;

/// <summary>
/// Converts between numbers and units of a span of <see cref="char"/> or <see cref="byte"/>. Generic math's conversions would box
/// until the code is optimized.
/// </summary>
internal static class TextUnit
{
    public static uint Value<T>(T unit)
        where T : unmanaged => typeof(T) == typeof(byte) ? Unsafe.BitCast<T, byte>(unit) : Unsafe.BitCast<T, char>(unit);

    public static T Of<T>(int value)
        where T : unmanaged =>
            typeof(T) == typeof(byte) ? Unsafe.BitCast<byte, T>((byte)value) : Unsafe.BitCast<char, T>((char)value);
}
