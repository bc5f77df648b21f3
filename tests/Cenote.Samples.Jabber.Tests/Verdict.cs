using System.Text;

namespace Cenote.Samples.Jabber.Tests;

/// <summary>Reads an address in every way, in UTF-16 and UTF-8; all results must agree.</summary>
internal static class Verdict
{
    public static void IsValid(string text, string local, string domain, string resource)
    {
        Assert.True(JabberId.TryParse(text, out JabberId? id, out JabberIdFault fault), fault.Message);
        Assert.Equal(default, fault);
        Assert.Equal((local, domain, resource), (id.Local, id.Domain, id.Resource));
        Assert.True(JabberId.TryParse(Encoding.UTF8.GetBytes(text), out JabberId? fromUtf8, out fault), fault.Message);
        Assert.Equal(id, fromUtf8);

        // Preparing a prepared address changes nothing.
        Assert.Equal(id, JabberId.Parse(id.ToString()));
    }

    public static void IsFault(string text, JabberIdFault expected)
    {
        Assert.False(JabberId.TryParse(text, out JabberId? id, out JabberIdFault fault), $"{id}");
        Assert.Null(id);
        Assert.Equal(expected, fault);
        Assert.False(JabberId.TryParse(Encoding.UTF8.GetBytes(text), out id, out fault));
        Assert.Null(id);
        Assert.Equal(expected, fault);
        Assert.Equal(expected, Assert.Throws<JabberIdException>(() => JabberId.Parse(text)).Fault);
    }

    public static void IsLocal(string local, string prepared) => IsValid($"{local}@example.com", prepared, "example.com", "");

    public static void IsDomain(string domain, string prepared) => IsValid(domain, "", prepared, "");

    public static void IsResource(string resource, string prepared) =>
        IsValid($"example.com/{resource}", "", "example.com", prepared);

    public static void IsBadLocal(string local, JabberIdReason reason, int codePoint = 0) =>
        IsFault($"{local}@example.com", new JabberIdFault(JabberIdPart.Localpart, reason, codePoint));

    public static void IsBadDomain(string domain, JabberIdReason reason, int codePoint = 0) =>
        IsFault(domain, new JabberIdFault(JabberIdPart.Domainpart, reason, codePoint));

    public static void IsBadResource(string resource, JabberIdReason reason, int codePoint = 0) =>
        IsFault($"example.com/{resource}", new JabberIdFault(JabberIdPart.Resourcepart, reason, codePoint));
}
