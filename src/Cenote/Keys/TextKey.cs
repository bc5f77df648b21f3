using System.Text;
using Cenote.Threading;

namespace Cenote.Keys;

/// <summary>Parameter type for keys. Strings, chars and UTF-8 convert to this type implicitly, without a copy.</summary>
/// <remarks>
/// The UTF-16 and UTF-8 forms of a string are the same key. Each invalid UTF-8 sequence counts as U+FFFD, as with
/// <see cref="Encoding.UTF8"/>, so different byte sequences can be the same key. A null string is the empty key.
/// </remarks>
/// <example>
/// Look up by UTF-8 and by a slice:
/// <code>
/// using var depths = new PooledStringDictionary&lt;int> { { "Sac Actun", 119 } };
/// ReadOnlySpan&lt;char> line = "Sac Actun: 119 m";
/// Console.WriteLine(depths["Sac Actun"u8] + depths[line[..9]]);   // prints 238
/// </code>
/// </example>
[DebuggerDisplay("{ToString(),nq}")]
public readonly ref struct TextKey
{
    private readonly ref byte _first;

    // The sign bit is set for UTF-8.
    private readonly int _length;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private TextKey(ref byte first, int length)
    {
        _first = ref first;
        _length = length;
    }

    internal bool IsUtf8 => _length < 0;

    /// <summary>Length in chars if UTF-16, in bytes if UTF-8.</summary>
    internal int Length => _length & int.MaxValue;

    internal ReadOnlySpan<char> Chars
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            Invariant.Holds(!IsUtf8, "The key is UTF-16.");
            return MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<byte, char>(ref _first), _length);
        }
    }

    internal ReadOnlySpan<byte> Utf8
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            Invariant.Holds(IsUtf8, "The key is UTF-8.");
            return MemoryMarshal.CreateReadOnlySpan(ref _first, _length & int.MaxValue);
        }
    }

    /// <summary>Converts UTF-16 to a key.</summary>
    /// <param name="key">The key.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static implicit operator TextKey(ReadOnlySpan<char> key) =>
        new(ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(key)), key.Length);

    /// <summary>Converts UTF-8 to a key.</summary>
    /// <param name="key">The key.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static implicit operator TextKey(ReadOnlySpan<byte> key) =>
        new(ref MemoryMarshal.GetReference(key), key.Length | int.MinValue);

    /// <inheritdoc cref="op_Implicit(ReadOnlySpan{char})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static implicit operator TextKey(string? key) => key.AsSpan();

    /// <inheritdoc cref="op_Implicit(ReadOnlySpan{char})"/>
    public static implicit operator TextKey(Span<char> key) => (ReadOnlySpan<char>)key;

    /// <inheritdoc cref="op_Implicit(ReadOnlySpan{char})"/>
    public static implicit operator TextKey(char[]? key) => key.AsSpan();

    /// <inheritdoc cref="op_Implicit(ReadOnlySpan{byte})"/>
    public static implicit operator TextKey(Span<byte> key) => (ReadOnlySpan<byte>)key;

    /// <inheritdoc cref="op_Implicit(ReadOnlySpan{byte})"/>
    public static implicit operator TextKey(byte[]? key) => key.AsSpan();

    /// <summary>Returns the key as a new string.</summary>
    /// <returns>The string.</returns>
    public override string ToString() => IsUtf8 ? Encoding.UTF8.GetString(Utf8) : Chars.ToString();
}
