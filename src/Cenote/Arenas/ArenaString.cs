using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Text.Json.Serialization;
using System.Text.Unicode;

namespace Cenote.Arenas;

/// <summary>
/// A string of a <see cref="StringArena"/> in 16 bytes: up to 7 chars are the value itself; for a longer text it holds the first
/// four chars, the length, and the place in the arena.
/// </summary>
/// <remarks>
/// <para><c>default</c> is the empty string. Texts of up to 7 chars are always valid. A longer one is valid until its arena is
/// reset or disposed, which is detected: no place is ever given out twice in the life of a process. A value does not keep its
/// arena alive: hold the arena, or a <see cref="StringArenaList"/>, which owns both.</para>
/// <para>Equality and hash code are those of the text (ordinal); the hash code is that of
/// <see cref="string.GetHashCode(ReadOnlySpan{char})"/>. They find the arena by themselves and never throw, unlike
/// <see cref="ToString"/> and formatting, which refuse a stale value. If you have the arena at hand,
/// <see cref="StringArena.AsSpan"/> and an <see cref="ArenaStringComparer"/> are faster. Nothing here but <see cref="ToString"/>
/// and boxing allocates on the managed heap.</para>
/// <para>Any thread may use a value, but a longer one not while another thread resets or disposes its arena: it may then read
/// other text. A variable that one thread writes while another reads it may yield a mixture of two values, as with any struct;
/// such a value reads the text of one of them, or throws as a stale value does, and never reads memory outside the arena.</para>
/// </remarks>
/// <example>
/// Values are compared by their text, wherever it lies:
/// <code>
/// using var arena = new StringArena();
/// ArenaString cave = arena.Add("Sac Actun");
/// Console.WriteLine(cave == arena.AddUtf8("Sac Actun"u8));   // prints True
///
/// arena.Reset();
/// Console.WriteLine(cave.IsAlive);                           // prints False
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,raw}")]
[JsonConverter(typeof(ArenaStringJsonConverter))]
public readonly partial struct ArenaString : IEquatable<ArenaString>, IComparable<ArenaString>,
    IEqualityOperators<ArenaString, ArenaString, bool>, ISpanFormattable, IUtf8SpanFormattable
{
    // What a debugger shows of a stale value.
    private const string Stale = "(stale arena string)";

    /// <summary>The empty string.</summary>
    public static ArenaString Empty => default;

    /// <summary>Whether this is the empty string.</summary>
    public bool IsEmpty => Tail == 0;

    /// <summary>
    /// Whether the text can be read: always for up to 7 chars, otherwise until the arena is reset, disposed or forgotten.
    /// </summary>
    public bool IsAlive
    {
        get
        {
            ArenaString value = this;
            return value.IsInline || (PlaceDirectory.OwnerOf(value.Place)?.IsAlive(value) ?? false);
        }
    }

    /// <summary>Number of chars.</summary>
    /// <exception cref="InvalidOperationException">The value is stale.</exception>
    public int Length
    {
        get
        {
            ArenaString value = this;
            int length = Read(in value, out StringArena? arena).Length;
            GC.KeepAlive(arena);
            return length;
        }
    }

    /// <summary>Whether the texts are equal.</summary>
    public static bool operator ==(ArenaString left, ArenaString right) => left.Equals(right);

    /// <summary>Whether the texts differ.</summary>
    public static bool operator !=(ArenaString left, ArenaString right) => !left.Equals(right);

    /// <summary>Whether the texts are equal, ordinally. Never throws; a stale value equals only copies of itself.</summary>
    /// <param name="other">The other value, of any arena.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals(ArenaString other)
    {
        ArenaString value = this;
        if (value.Tail == other.Tail)
        {
            return value.Head == other.Head;
        }

        if (value.Head != other.Head || !MayHaveSameLength(value.Tail, other.Tail))
        {
            return false;
        }

        StringArena? arena = PlaceDirectory.OwnerOf(value.Place);
        StringArena? otherArena = PlaceDirectory.OwnerOf(other.Place);
        bool equal = arena is not null && otherArena is not null
            && arena.TryRead(in value, out ReadOnlySpan<char> text)
            && otherArena.TryRead(in other, out ReadOnlySpan<char> otherText)
            && text.SequenceEqual(otherText);
        GC.KeepAlive(arena);
        GC.KeepAlive(otherArena);
        return equal;
    }

    /// <summary>Whether the text equals another, ordinally. Never throws; a stale value equals no text.</summary>
    /// <param name="other">The text.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals(ReadOnlySpan<char> other)
    {
        ArenaString value = this;
        if (value.IsInline)
        {
            return InlineText(in value, value.Tail).SequenceEqual(other);
        }

        StringArena? arena = PlaceDirectory.OwnerOf(value.Place);
        bool equal = arena is not null && arena.TryRead(in value, out ReadOnlySpan<char> text) && text.SequenceEqual(other);
        GC.KeepAlive(arena);
        return equal;
    }

    /// <summary>
    /// Whether the text equals a string, ordinally. Never throws; nothing equals null, and a stale value equals no text.
    /// </summary>
    /// <param name="other">The string.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals([NotNullWhen(true)] string? other) => other is not null && Equals(other.AsSpan());

    /// <summary>Compares the texts ordinally.</summary>
    /// <param name="other">The other value, of any arena.</param>
    /// <returns>Below, equal to or above zero.</returns>
    /// <exception cref="InvalidOperationException">A value is stale.</exception>
    public int CompareTo(ArenaString other)
    {
        ArenaString value = this;
        ReadOnlySpan<char> text = Read(in value, out StringArena? arena);
        int order = text.SequenceCompareTo(Read(in other, out StringArena? otherArena));
        GC.KeepAlive(arena);
        GC.KeepAlive(otherArena);
        return order;
    }

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is ArenaString other && Equals(other);

    /// <summary>
    /// The hash code of the text, the same as that of a span of this text. Never throws; a stale value has some hash code of its
    /// own.
    /// </summary>
    /// <returns>The hash code.</returns>
    public override int GetHashCode()
    {
        ArenaString value = this;
        if (value.IsInline)
        {
            return string.GetHashCode(InlineText(in value, value.Tail));
        }

        StringArena? arena = PlaceDirectory.OwnerOf(value.Place);
        int hash = arena is not null && arena.TryRead(in value, out ReadOnlySpan<char> text)
            ? string.GetHashCode(text)
            : value.Tail.GetHashCode();
        GC.KeepAlive(arena);
        return hash;
    }

    /// <summary>A managed copy of the text.</summary>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidOperationException">The value is stale.</exception>
    public override string ToString()
    {
        ArenaString value = this;
        string result = Read(in value, out StringArena? arena).ToString();
        GC.KeepAlive(arena);
        return result;
    }

    // A debugger may ask at any time.
    internal string DebuggerText => IsAlive ? ToString() : Stale;

    string IFormattable.ToString(string? format, IFormatProvider? formatProvider) => ToString();

    /// <summary>Copies the text.</summary>
    /// <param name="destination">Where to.</param>
    /// <param name="charsWritten">Chars copied; 0 if the destination is too short.</param>
    /// <param name="format">Has no effect.</param>
    /// <param name="provider">Has no effect.</param>
    /// <returns>Whether the destination was long enough.</returns>
    /// <exception cref="InvalidOperationException">The value is stale.</exception>
    public bool TryFormat(
        Span<char> destination, out int charsWritten, ReadOnlySpan<char> format = default, IFormatProvider? provider = null)
    {
        ArenaString value = this;
        ReadOnlySpan<char> text = Read(in value, out StringArena? arena);
        bool copied = text.TryCopyTo(destination);
        charsWritten = copied ? text.Length : 0;
        GC.KeepAlive(arena);
        return copied;
    }

    /// <summary>Writes the text as UTF-8; lone surrogates become U+FFFD.</summary>
    /// <param name="utf8Destination">Where to.</param>
    /// <param name="bytesWritten">Bytes written; 0 if the destination is too short.</param>
    /// <param name="format">Has no effect.</param>
    /// <param name="provider">Has no effect.</param>
    /// <returns>Whether the destination was long enough.</returns>
    /// <exception cref="InvalidOperationException">The value is stale.</exception>
    public bool TryFormat(
        Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format = default, IFormatProvider? provider = null)
    {
        ArenaString value = this;
        ReadOnlySpan<char> text = Read(in value, out StringArena? arena);
        bool written = Utf8.FromUtf16(text, utf8Destination, out _, out bytesWritten) == OperationStatus.Done;
        bytesWritten = written ? bytesWritten : 0;
        GC.KeepAlive(arena);
        return written;
    }

    /// <summary>
    /// The text of a value that no other thread changes. The caller keeps the arena alive for as long as it reads.
    /// </summary>
    /// <exception cref="InvalidOperationException">The value is stale.</exception>
    internal static ReadOnlySpan<char> Read(in ArenaString value, out StringArena? arena)
    {
        arena = null;
        if (value.IsInline)
        {
            return InlineText(in value, value.Tail);
        }

        arena = PlaceDirectory.OwnerOf(value.Place);
        if (arena is null || !arena.TryRead(in value, out ReadOnlySpan<char> text))
        {
            Throw.StaleArenaString();
            return default;
        }

        return text;
    }
}
