using System.Runtime.InteropServices;

namespace Cenote.Tests.Support;

/// <summary>
/// A string to search for in process memory. It is created at run time and kept in one place, which is not counted.
/// </summary>
internal sealed unsafe class TextInMemory : IDisposable
{
    private readonly char* _text;
    private readonly byte[] _masked;

    public TextInMemory(int length)
    {
        Length = length;
        _text = (char*)NativeMemory.Alloc((nuint)length, sizeof(char));
        for (int i = 0; i < length; i++)
        {
            _text[i] = (char)Random.Shared.Next(0x1000, 0xD000);
        }

        _masked = ProcessMemory.Masked(MemoryMarshal.AsBytes(Text));
    }

    public static bool IsSupported => OperatingSystem.IsLinux();

    public int Length { get; }

    public ReadOnlySpan<char> Text => new(_text, Length);

    /// <summary>The number of other places that contain the string.</summary>
    public int Count() => ProcessMemory.Count(_masked) - 1;

    public void Dispose() => NativeMemory.Free(_text);
}
