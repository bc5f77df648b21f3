using System.Runtime.Intrinsics;

namespace Cenote.Text;

/// <summary>How <see cref="KeyHash"/> reads the chars of a key. Offsets and sizes are in bytes of UTF-16 and even.</summary>
internal interface IKeyChars
{
    static abstract Vector256<byte> Read32(ref byte text, nuint offset);

    static abstract ulong Read8(ref byte text, nuint offset);

    static abstract uint Read4(ref byte text, nuint offset);

    static abstract uint Read2(ref byte text);
}
