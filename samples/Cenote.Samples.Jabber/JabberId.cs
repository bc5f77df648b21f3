using System.Diagnostics.CodeAnalysis;

namespace Cenote.Samples.Jabber;

/// <summary>A valid and prepared XMPP address, <c>local@domain/resource</c>, as three strings.</summary>
/// <remarks>
/// Immutable and thread-safe. Parts are compared ordinally, which is correct because they are prepared. An absent part is the
/// empty string. To share server and session strings, read addresses with a <see cref="JabberIdParser"/>; to hold millions, use a
/// <see cref="Storage.JabberIdStore{T}"/>.
/// </remarks>
public sealed partial class JabberId : IEquatable<JabberId>, IComparable<JabberId>
{
    internal JabberId(string local, string domain, string resource)
    {
        Local = local;
        Domain = domain;
        Resource = resource;
    }

    /// <summary>The user; empty for a server's address.</summary>
    public string Local { get; }

    /// <summary>The server; never empty.</summary>
    public string Domain { get; }

    /// <summary>The session; empty if the address is bare.</summary>
    public string Resource { get; }

    /// <summary>Whether there is no resourcepart.</summary>
    public bool IsBare => Resource.Length == 0;

    /// <summary>Whether there is a resourcepart.</summary>
    public bool IsFull => !IsBare;

    /// <summary>
    /// The address without its resourcepart: this object if it is bare, otherwise a new one with the same strings.
    /// </summary>
    public JabberId Bare => IsBare ? this : new JabberId(Local, Domain, string.Empty);

    /// <summary>The parts as spans of the three strings.</summary>
    public JabberIdParts<char> Parts => new(Local, Domain, Resource);

    /// <summary>Whether the addresses are equal.</summary>
    public static bool operator ==(JabberId? left, JabberId? right) => left is null ? right is null : left.Equals(right);

    /// <summary>Whether the addresses differ.</summary>
    public static bool operator !=(JabberId? left, JabberId? right) => !(left == right);

    /// <summary>The same user or server with another session.</summary>
    /// <param name="resource">The session, not yet prepared; empty for none.</param>
    /// <returns>A new object.</returns>
    /// <exception cref="JabberIdException">The resourcepart is not valid.</exception>
    public JabberId WithResource(ReadOnlySpan<char> resource) => Create(Local, Domain, resource);

    /// <summary>Whether another address is equal to this one, including the resourcepart.</summary>
    /// <param name="other">The other address.</param>
    /// <returns>Whether all three parts are equal.</returns>
    public bool Equals([NotNullWhen(true)] JabberId? other) =>
        other is not null && (ReferenceEquals(this, other) || Parts.Equals(other.Parts));

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is JabberId other && Equals(other);

    /// <summary>Whether another address is of the same user or server, regardless of the sessions.</summary>
    /// <param name="other">The other address.</param>
    /// <returns>Whether localparts and domainparts are equal.</returns>
    public bool EqualsBare([NotNullWhen(true)] JabberId? other) => other is not null && Parts.Bare.Equals(other.Parts.Bare);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Local, Domain, Resource);

    /// <inheritdoc cref="JabberIdParts{T}.CompareTo"/>
    public int CompareTo(JabberId? other) => other is null ? 1 : Parts.CompareTo(other.Parts);
}
