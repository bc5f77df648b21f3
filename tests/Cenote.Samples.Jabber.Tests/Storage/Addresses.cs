using System.Numerics;
using System.Text;
using Cenote.Samples.Jabber.Storage;

namespace Cenote.Samples.Jabber.Tests.Storage;

/// <summary>Adds addresses to stores of either encoding.</summary>
internal static class Addresses
{
    public static CompactJabberId Add<T>(JabberIdStore<T> store, string text)
        where T : unmanaged, IBinaryInteger<T>
    {
        JabberIdFault fault;
        if (store is JabberIdStore<char> utf16)
        {
            char[] scratch = new char[JabberIdText.ScratchLength];
            Assert.True(JabberIdText.TryPrepare(text, scratch, out JabberIdParts<char> parts, out fault), fault.Message);
            return utf16.Add(parts);
        }

        byte[] space = new byte[JabberIdText.ScratchLength];
        Assert.True(
            JabberIdText.TryPrepare(
                Encoding.UTF8.GetBytes(text), space, out JabberIdParts<byte> bytes, out fault), fault.Message);
        return ((JabberIdStore<byte>)(object)store).Add(bytes);
    }
}
