using System.Buffers;
using System.Text.Json.Serialization;
using System.Text.Unicode;
using Cenote.Formatting;

namespace Cenote.Arenas;

/// <summary>
/// A string of a <see cref="StringArena"/> in 16 bytes. Up to 7 chars are stored in the value itself. For a longer string, the
/// value holds the first four chars, the length, and the place in the arena.
/// </summary>
/// <remarks>
/// <para><c>default</c> is the empty string. Values of up to 7 chars are always valid. Longer ones are valid until their arena is
/// reset or disposed. Use after free is detected, because a process never reuses a place. A value does not keep its arena alive:
/// hold the arena, or a <see cref="StringArenaList"/>, which owns its arena and values.</para>
/// <para>Equality is ordinal, and the hash code equals that of <see cref="string.GetHashCode(ReadOnlySpan{char})"/>. Members find
/// the arena through the place in the value. <c>Equals</c> and <see cref="GetHashCode"/> never throw; other members that read the
/// chars throw for a stale value. <see cref="StringArena.AsSpan"/> and an <see cref="ArenaStringComparer"/> are faster, because
/// they already have the arena. Only <see cref="ToString"/> and boxing allocate on the managed heap.</para>
/// <para>
/// Any thread may use a value. While a thread resets or disposes an arena, no other thread may use the arena's values of more
/// than 7 chars, because it could read other chars. A variable that is read during a concurrent write can be torn, like any
/// struct. Reading a torn value returns one of the two strings, or up to 7 chars that mix both, or throws as for a stale value.
/// The read never accesses memory outside the arena.
/// </para>
/// </remarks>
/// <example>
/// Values are compared by content:
/// <code>
/// using var arena = new StringArena();
/// ArenaString cave = arena.Add("Sac Actun");
/// Console.WriteLine(cave == arena.Add("Sac Actun"u8));   // prints True
///
/// arena.Reset();
/// Console.WriteLine(cave.IsAlive);                           // prints False
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,raw}")]
[JsonConverter(typeof(HandleJsonConverter<ArenaString>))]
public readonly partial struct ArenaString : IEquatable<ArenaString>, IComparable<ArenaString>,
    IEqualityOperators<ArenaString, ArenaString, bool>, ISpanFormattable, IUtf8SpanFormattable
{
    // Shown by debuggers.
    private const string Stale = "(stale arena string)";

    /// <summary>The empty string.</summary>
    public static ArenaString Empty => default;

    /// <summary>Whether this is the empty string.</summary>
    public bool IsEmpty => Tail == 0;

    /// <summary>
    /// Whether the value can be read: always for up to 7 chars, otherwise until its arena is reset, disposed or finalized.
    /// </summary>
    public bool IsAlive
    {
        get
        {
            ArenaString value = this;
            return value.IsInline || (PlaceDirectory.OwnerOf(value.Place)?.IsAlive(value) ?? false);
        }
    }

    /// <summary>The number of chars.</summary>
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

    /// <summary>Whether two values are ordinally equal.</summary>
    public static bool operator ==(ArenaString left, ArenaString right) => left.Equals(right);

    /// <summary>Whether two values differ ordinally.</summary>
    public static bool operator !=(ArenaString left, ArenaString right) => !left.Equals(right);

    /// <summary>Whether two values are ordinally equal. Never throws; a stale value equals only its copies.</summary>
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

    /// <summary>Whether the value ordinally equals a span. Never throws; a stale value equals no span.</summary>
    /// <param name="other">The span.</param>
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

    /// <summary>Whether the value ordinally equals a string. Never throws; false for null or a stale value.</summary>
    /// <param name="other">The string.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals([NotNullWhen(true)] string? other) => other is not null && Equals(other.AsSpan());

    /// <summary>Compares two values ordinally.</summary>
    /// <param name="other">The other value, of any arena.</param>
    /// <returns>Less than, equal to or greater than zero.</returns>
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

    /// <summary>The hash code, equal to that of a span with these chars. Never throws, not even for a stale value.</summary>
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

    /// <summary>Allocates a string with the same chars.</summary>
    /// <returns>The string.</returns>
    /// <exception cref="InvalidOperationException">The value is stale.</exception>
    public override string ToString()
    {
        ArenaString value = this;
        string result = Read(in value, out StringArena? arena).ToString();
        GC.KeepAlive(arena);
        return result;
    }

    // Must not throw in a debugger.
    internal string DebuggerText => IsAlive ? ToString() : Stale;

    string IFormattable.ToString(string? format, IFormatProvider? formatProvider) => ToString();

    /// <summary>Copies the chars.</summary>
    /// <param name="destination">The destination.</param>
    /// <param name="charsWritten">The number of copied chars; 0 if the destination is too short.</param>
    /// <param name="format">Ignored.</param>
    /// <param name="provider">Ignored.</param>
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

    /// <summary>Writes the string as UTF-8; lone surrogates become U+FFFD.</summary>
    /// <param name="utf8Destination">The destination.</param>
    /// <param name="bytesWritten">The number of written bytes; 0 if the destination is too short.</param>
    /// <param name="format">Ignored.</param>
    /// <param name="provider">Ignored.</param>
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

    /// <summary>The chars of a value that no other thread changes. The caller must keep the arena alive while it reads.</summary>
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
