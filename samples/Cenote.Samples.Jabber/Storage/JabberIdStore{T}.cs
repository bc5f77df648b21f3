using System.Numerics;
using System.Runtime.InteropServices;

namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// Addresses by the million: each is a <see cref="CompactJabberId"/> of 8 bytes, and the text of its user in an arena. Servers
/// are in a <see cref="Interning.StringTable"/>, and so are resourceparts from the second time that one is seen.
/// </summary>
/// <remarks>
/// <para>Up to 65,534 servers and 4,094 resourceparts have numbers. The text of any more, and of resourceparts seen once, is
/// stored after that of the user, so everything fits, and what clients make up cannot crowd out what is common.</para>
/// <para>Any number of threads may add and read; a value may be read by whoever got it from the thread that added it. Addresses
/// are never removed one by one: drop the store. Adding allocates chunks of a quarter of a million units, reading nothing.</para>
/// </remarks>
/// <typeparam name="T"><see cref="byte"/> to hold UTF-8, the smaller form, or <see cref="char"/> to hold UTF-16.</typeparam>
public sealed class JabberIdStore<T> : IDisposable
    where T : unmanaged, IBinaryInteger<T>
{
    // A length below this is one unit; a longer one, up to 1,023, is two, of which the first is at least this.
    private const int ShortLength = 0x80;

    private readonly TextArena<T> _arena = new();
    private readonly TextNumbers<T> _servers = new(CompactJabberId.ServerBeside - 1);
    private readonly TextNumbers<T> _resources = new(CompactJabberId.ResourceBeside - 1);
    private readonly SeenBefore _resourcesSeen = new();

    /// <summary>Chars or bytes of text in the arena, the lengths before each text included. O(processors).</summary>
    public long TextLength => _arena.Length;

    /// <summary>
    /// Bytes of unmanaged memory that the texts of servers and resourceparts take. The arena is in managed memory.
    /// </summary>
    public long NativeBytes => _servers.NativeBytes + _resources.NativeBytes;

    /// <summary>Adds an address.</summary>
    /// <param name="parts">Its parts, prepared as all such values are.</param>
    /// <returns>The value by which this store finds it.</returns>
    /// <exception cref="ArgumentException">The parts are <c>default</c>, which is no address.</exception>
    /// <exception cref="InvalidOperationException">The store has 64 Gi chars or bytes of text, and takes no more.</exception>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public CompactJabberId Add(JabberIdParts<T> parts)
    {
        if (parts.Domain.IsEmpty)
        {
            throw new ArgumentException("There is no address without a domain.", nameof(parts));
        }

        int server = NumberOfServer(parts.Domain);
        int resource = NumberOfResource(parts.Resource);
        int length = Stored(parts.Local)
            + (server == CompactJabberId.ServerBeside ? Stored(parts.Domain) : 0)
            + (resource == CompactJabberId.ResourceBeside ? Stored(parts.Resource) : 0);
        Span<T> rest = _arena.Take(length, out long place);
        Put(ref rest, parts.Local);
        if (server == CompactJabberId.ServerBeside)
        {
            Put(ref rest, parts.Domain);
        }

        if (resource == CompactJabberId.ResourceBeside)
        {
            Put(ref rest, parts.Resource);
        }

        return new CompactJabberId(place, server, resource);
    }

    /// <summary>The parts of an address.</summary>
    /// <param name="id">A value of this store. Of one of another store it finds other text, or throws.</param>
    /// <returns>The parts, valid until the store is disposed.</returns>
    /// <remarks>O(1). Allocates nothing but, in a store of UTF-8, the text of each server and resourcepart once.</remarks>
    /// <exception cref="ArgumentException">The value is <c>default</c>.</exception>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public JabberIdParts<T> Get(CompactJabberId id)
    {
        if (id.IsDefault)
        {
            throw new ArgumentException("The value is no address.", nameof(id));
        }

        ReadOnlySpan<T> rest = _arena.From(id.Place);
        ReadOnlySpan<T> local = Next(ref rest);
        ReadOnlySpan<T> domain = id.Server == CompactJabberId.ServerBeside ? Next(ref rest) : _servers.AsSpan(id.Server - 1);
        ReadOnlySpan<T> resource = id.Resource switch
        {
            0 => default,
            CompactJabberId.ResourceBeside => Next(ref rest),
            _ => _resources.AsSpan(id.Resource - 1),
        };
        return new JabberIdParts<T>(local, domain, resource);
    }

    /// <summary>Ends the store; all its values and spans are invalid then. No other thread may be using it.</summary>
    public void Dispose()
    {
        _servers.Dispose();
        _resources.Dispose();
    }

    private static int Stored(ReadOnlySpan<T> text) => text.Length + (text.Length < ShortLength ? 1 : 2);

    private static void Put(scoped ref Span<T> rest, ReadOnlySpan<T> text)
    {
        int used = Stored(text) - text.Length;
        rest[0] = TextUnit.Of<T>(used == 1 ? text.Length : ShortLength | (text.Length >> 7));
        if (used == 2)
        {
            rest[1] = TextUnit.Of<T>(text.Length & (ShortLength - 1));
        }

        text.CopyTo(rest[used..]);
        rest = rest[(used + text.Length)..];
    }

    private static ReadOnlySpan<T> Next(scoped ref ReadOnlySpan<T> rest)
    {
        int length = (int)TextUnit.Value(rest[0]);
        int used = 1;
        if (length >= ShortLength)
        {
            length = ((length - ShortLength) << 7) | (int)TextUnit.Value(rest[1]);
            used = 2;
        }

        ReadOnlySpan<T> text = rest.Slice(used, length);
        rest = rest[(used + length)..];
        return text;
    }

    private int NumberOfServer(ReadOnlySpan<T> domain) =>
        _servers.TryGetId(domain, out int id) || _servers.TryAdd(domain, out id) ? id + 1 : CompactJabberId.ServerBeside;

    private int NumberOfResource(ReadOnlySpan<T> resource)
    {
        if (resource.IsEmpty)
        {
            return 0;
        }

        bool hasNumber = _resources.TryGetId(resource, out int id)
            || (_resourcesSeen.Notice(MemoryMarshal.AsBytes(resource)) && _resources.TryAdd(resource, out id));
        return hasNumber ? id + 1 : CompactJabberId.ResourceBeside;
    }
}
