using System.Buffers;

namespace Cenote.Text;

/// <summary>A UTF-8 key, transcoded to UTF-16 for a lookup. Invalid sequences become U+FFFD.</summary>
internal ref struct Utf8Key
{
    /// <summary>The length of the buffer that the caller allocates on the stack.</summary>
    public const int StackChars = 256;

    private readonly char[]? _rented;

    /// <param name="utf8">The key.</param>
    /// <param name="buffer"><see cref="StackChars"/> chars; a longer key rents a buffer from the shared pool.</param>
    public Utf8Key(ReadOnlySpan<byte> utf8, Span<char> buffer)
    {
        if (utf8.Length > buffer.Length)
        {
            _rented = ArrayPool<char>.Shared.Rent(utf8.Length);
            buffer = _rented;
        }

        Chars = buffer[..KeyText.Decode(utf8, buffer)];
    }

    public ReadOnlySpan<char> Chars { get; }

    public readonly void Dispose()
    {
        if (_rented is not null)
        {
            ArrayPool<char>.Shared.Return(_rented, clearArray: true);
        }
    }
}
