namespace Cenote.Samples.Jabber;

/// <summary>The parts of an address.</summary>
public enum JabberIdPart
{
    /// <summary>The address as a whole.</summary>
    Address,

    /// <summary>The user, before the <c>@</c>.</summary>
    Localpart,

    /// <summary>The server.</summary>
    Domainpart,

    /// <summary>The session, after the first <c>/</c>.</summary>
    Resourcepart,
}
