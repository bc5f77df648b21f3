using System.Runtime.Intrinsics;

namespace Cenote.Text;

/// <summary>
/// Reads the chars of a key for a hash. Offsets are in bytes of UTF-16; they are even numbers if the key consists of chars.
/// </summary>
internal interface IKeyChars
{
    static abstract Vector256<byte> Read32(ref byte text, nuint offset);

    static abstract ulong Read8(ref byte text, nuint offset);

    static abstract uint Read4(ref byte text, nuint offset);

    static abstract uint Read2(ref byte text);
}
