using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;

namespace Cenote.Arenas;

/// <summary>
/// A string of a <see cref="StringArena"/> in 16 bytes: up to 7 chars are the value itself; of a longer text it has the first four
/// chars, the length, and the place in the arena.
/// </summary>
/// <remarks>
/// <para><c>default</c> is the empty string. Texts of up to 7 chars are always valid. A longer one is valid until its arena is
/// reset or disposed, which is detected: no place is ever given out twice in the life of a process. A value does not keep its
/// arena alive: hold the arena, or a <see cref="StringArenaList"/>, which owns both.</para>
/// <para>Equality and hash code are those of the text (ordinal); the hash code is that of
/// <see cref="string.GetHashCode(ReadOnlySpan{char})"/>. They find the arena by themselves and never throw. Where the arena is at
/// hand, <see cref="StringArena.AsSpan"/> and an <see cref="ArenaStringComparer"/> are faster. Nothing here allocates on the
/// managed heap but <see cref="ToString"/> and boxing.</para>
/// <para>Any thread may use a value, but a longer one not beside a thread that resets or disposes its arena.</para>
/// </remarks>
[DebuggerDisplay("{ToString(),raw}")]
public readonly partial struct ArenaString : IEquatable<ArenaString>, IEqualityOperators<ArenaString, ArenaString, bool>
{
    /// <summary>What a stale value prints.</summary>
    private const string Stale = "(stale arena string)";

    /// <summary>The empty string.</summary>
    public static ArenaString Empty => default;

    /// <summary>Whether this is the empty string.</summary>
    public bool IsEmpty => Tail == 0;

    /// <summary>Whether the text can be read: always for up to 7 chars, otherwise until the arena is reset, disposed or forgotten.</summary>
    public bool IsAlive => IsInline || (PlaceDirectory.OwnerOf(Place)?.IsAlive(this) ?? false);

    /// <summary>Whether the texts are equal.</summary>
    public static bool operator ==(ArenaString left, ArenaString right) => left.Equals(right);

    /// <summary>Whether the texts differ.</summary>
    public static bool operator !=(ArenaString left, ArenaString right) => !left.Equals(right);

    /// <summary>Whether the texts are equal, ordinally. Never throws; a stale value equals only copies of itself.</summary>
    /// <param name="other">The other value, of any arena.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals(ArenaString other)
    {
        if (Tail == other.Tail)
        {
            return Head == other.Head;
        }

        if (Head != other.Head || !MayHaveLengthOf(other))
        {
            return false;
        }

        StringArena? arena = PlaceDirectory.OwnerOf(Place);
        StringArena? otherArena = PlaceDirectory.OwnerOf(other.Place);
        bool equal = arena is not null && otherArena is not null
            && arena.TryRead(in this, out ReadOnlySpan<char> text)
            && otherArena.TryRead(in other, out ReadOnlySpan<char> otherText)
            && text.SequenceEqual(otherText);
        GC.KeepAlive(arena);
        GC.KeepAlive(otherArena);
        return equal;
    }

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is ArenaString other && Equals(other);

    /// <summary>The hash code of the text, as a span of the same text has it. Never throws; a stale value has some hash code of its own.</summary>
    /// <returns>The hash code.</returns>
    public override int GetHashCode()
    {
        if (IsInline)
        {
            return string.GetHashCode(InlineText(in this));
        }

        StringArena? arena = PlaceDirectory.OwnerOf(Place);
        int hash = arena is not null && arena.TryRead(in this, out ReadOnlySpan<char> text)
            ? string.GetHashCode(text)
            : Tail.GetHashCode();
        GC.KeepAlive(arena);
        return hash;
    }

    /// <summary>A managed copy of the text. Never throws for a stale value: it then says that it is stale.</summary>
    /// <returns>The text.</returns>
    public override string ToString()
    {
        if (IsInline)
        {
            return InlineText(in this).ToString();
        }

        StringArena? arena = PlaceDirectory.OwnerOf(Place);
        string result = arena is not null && arena.TryRead(in this, out ReadOnlySpan<char> text) ? text.ToString() : Stale;
        GC.KeepAlive(arena);
        return result;
    }
}
