using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;

namespace Cenote.Samples.Jabber;

/// <summary>The three parts of an address as spans: of <see cref="char"/> for UTF-16, of <see cref="byte"/> for UTF-8.</summary>
/// <remarks>
/// An absent part is an empty span, because no part may be empty. The spans are valid as long as the memory that they refer to;
/// the method that returns the value documents how long. Only <see cref="ToString"/> allocates.
/// </remarks>
/// <typeparam name="T"><see cref="char"/> or <see cref="byte"/>.</typeparam>
public readonly ref struct JabberIdParts<T> : IEquatable<JabberIdParts<T>>, IComparable<JabberIdParts<T>>
    where T : unmanaged, IBinaryInteger<T>
{
    internal JabberIdParts(ReadOnlySpan<T> local, ReadOnlySpan<T> domain, ReadOnlySpan<T> resource)
    {
        Local = local;
        Domain = domain;
        Resource = resource;
    }

    /// <summary>The user; empty for a server's address.</summary>
    public ReadOnlySpan<T> Local { get; }

    /// <summary>The server.</summary>
    public ReadOnlySpan<T> Domain { get; }

    /// <summary>The session; empty if the address is bare.</summary>
    public ReadOnlySpan<T> Resource { get; }

    /// <summary>Whether there is no resourcepart.</summary>
    public bool IsBare => Resource.IsEmpty;

    /// <summary>The same address without its resourcepart.</summary>
    public JabberIdParts<T> Bare => new(Local, Domain, default);

    /// <summary>The length of the whole address, in chars or bytes.</summary>
    public int Length => Domain.Length + Suffixed(Local) + Suffixed(Resource);

    /// <summary>Whether another address has the same parts; prepared parts are compared ordinally.</summary>
    /// <param name="other">The other address.</param>
    /// <returns>Whether all three parts are equal.</returns>
    public bool Equals(JabberIdParts<T> other) =>
        Local.SequenceEqual(other.Local) && Domain.SequenceEqual(other.Domain) && Resource.SequenceEqual(other.Resource);

    /// <summary>Always false: a ref struct is never boxed, so no object can equal it.</summary>
    /// <param name="obj">The object.</param>
    /// <returns>False.</returns>
    public override bool Equals(object? obj) => false;

    /// <summary>The hash code of all three parts.</summary>
    /// <returns>A hash code that differs between processes.</returns>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        hash.AddBytes(MemoryMarshal.AsBytes(Domain));
        hash.AddBytes(MemoryMarshal.AsBytes(Local));
        hash.AddBytes(MemoryMarshal.AsBytes(Resource));
        return hash.ToHashCode();
    }

    /// <summary>
    /// Orders addresses ordinally by server, then user, then session, so a server's users and a user's sessions are adjacent.
    /// </summary>
    /// <param name="other">The other address.</param>
    /// <returns>Less than, equal to or greater than zero.</returns>
    public int CompareTo(JabberIdParts<T> other)
    {
        int order = Domain.SequenceCompareTo(other.Domain);
        order = order != 0 ? order : Local.SequenceCompareTo(other.Local);
        return order != 0 ? order : Resource.SequenceCompareTo(other.Resource);
    }

    /// <summary>Writes <c>local@domain/resource</c>.</summary>
    /// <param name="destination">Receives the address.</param>
    /// <param name="written">The number of chars or bytes written; 0 if the destination is too small.</param>
    /// <returns>Whether the destination was large enough.</returns>
    public bool TryFormat(Span<T> destination, out int written)
    {
        written = 0;
        if (destination.Length < Length)
        {
            return false;
        }

        Span<T> rest = destination;
        if (!Local.IsEmpty)
        {
            Local.CopyTo(rest);
            rest[Local.Length] = TextUnit.Of<T>('@');
            rest = rest[(Local.Length + 1)..];
        }

        Domain.CopyTo(rest);
        if (!Resource.IsEmpty)
        {
            rest[Domain.Length] = TextUnit.Of<T>('/');
            Resource.CopyTo(rest[(Domain.Length + 1)..]);
        }

        written = Length;
        return true;
    }

    /// <summary>The address as one string.</summary>
    /// <returns>A new string.</returns>
    public override string ToString()
    {
        T[] text = new T[Length];
        TryFormat(text, out _);
        return text is byte[] utf8 ? Encoding.UTF8.GetString(utf8) : new string((char[])(object)text);
    }

    private static int Suffixed(ReadOnlySpan<T> part) => part.IsEmpty ? 0 : part.Length + 1;
}
