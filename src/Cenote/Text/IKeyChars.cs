namespace Cenote.Text;

/// <summary>How <see cref="KeyHash"/> reads the chars of a key. Offsets and sizes are in bytes of UTF-16, and even.</summary>
internal interface IKeyChars
{
    static abstract ulong Read8(ref byte text, nuint offset);

    static abstract uint Read4(ref byte text, nuint offset);

    static abstract uint Read2(ref byte text);

    /// <summary>The text from an offset on.</summary>
    static abstract ref byte Skip(ref byte text, nuint offset);
}
