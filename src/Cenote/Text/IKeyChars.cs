using System.Runtime.Intrinsics;

namespace Cenote.Text;

/// <summary>
/// How hashes read the chars of a key. Offsets are in bytes of UTF-16, and are even if the key consists of chars.
/// </summary>
internal interface IKeyChars
{
    static abstract Vector256<byte> Read32(ref byte text, nuint offset);

    static abstract ulong Read8(ref byte text, nuint offset);

    static abstract uint Read4(ref byte text, nuint offset);

    static abstract uint Read2(ref byte text);
}
