using System.Numerics;
using System.Runtime.InteropServices;
using Cenote.Arenas;

namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// Stores millions of addresses that are added and removed: each is a <see cref="CompactJabberId"/> of 8 bytes, with the user's
/// text in a <see cref="Utf8StringStore"/>. Servers have numbers, and so do resourceparts from their second occurrence on.
/// </summary>
/// <remarks>
/// <para>Up to 65,534 servers and 4,094 resourceparts have numbers. Further servers and resourceparts, and resourceparts that
/// occurred only once, are stored with the user's text. So every address fits, and unique resourceparts that clients invent take
/// no numbers. A number is free again when the last address with that server or resourcepart is removed.</para>
/// <para>Any number of threads may add, read and remove. <see cref="Get"/> throws for the value of a removed address. If several
/// threads remove an address, one succeeds. In steady state, nothing is allocated on the managed heap.</para>
/// </remarks>
/// <typeparam name="T"><see cref="byte"/> to hold UTF-8, the smaller form, or <see cref="char"/> to hold UTF-16.</typeparam>
public sealed class JabberIdStore<T> : IDisposable
    where T : unmanaged, IBinaryInteger<T>
{
    // A length below this value takes one unit. A length from this value up to 1,023 takes two units, of which the first is at
    // least this value.
    private const int ShortLength = 0x80;

    // Replaces the missing user of an address, because the id of the empty text cannot become stale. No user has this name.
    private static readonly T s_noUser = TextUnit.Of<T>('@');

    private readonly Utf8StringStore _arena = new(new Utf8StringStoreOptions { IdBits = CompactJabberId.TextBits });
    private readonly TextNumbers<T> _servers = new(CompactJabberId.ServerBeside - 1);
    private readonly TextNumbers<T> _resources = new(CompactJabberId.ResourceBeside - 1);
    private readonly SeenBefore _resourcesSeen = new();

    /// <summary>The number of addresses in the store. O(processors).</summary>
    public long Count => _arena.Count;

    /// <summary>The number of servers that have numbers.</summary>
    public int ServerCount => _servers.Count;

    /// <summary>The number of resourceparts that have numbers.</summary>
    public int ResourceCount => _resources.Count;

    /// <summary>
    /// Bytes of text in the string store, including the lengths of parts if a text contains several. Blocks adding and removing
    /// during the count.
    /// </summary>
    public long TextBytes => _arena.GetStatistics().TextBytes;

    /// <summary>Bytes of unmanaged memory that the store owns.</summary>
    public long NativeBytes => _arena.BytesReserved + _servers.NativeBytes + _resources.NativeBytes;

    /// <summary>Adds an address.</summary>
    /// <param name="parts">The prepared parts.</param>
    /// <returns>The value by which this store finds the address.</returns>
    /// <exception cref="ArgumentException">The parts are <c>default</c>, which is not an address.</exception>
    /// <exception cref="OutOfMemoryException">No memory is left, or the store has assigned all values. The store is
    /// unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public CompactJabberId Add(JabberIdParts<T> parts)
    {
        if (parts.Domain.IsEmpty)
        {
            throw new ArgumentException("An address must have a domain.", nameof(parts));
        }

        int server = NumberOfServer(parts.Domain);
        int resource = 0;
        try
        {
            resource = NumberOfResource(parts.Resource);
            return new CompactJabberId(AddText(parts, server, resource), server, resource);
        }
        catch (Exception exception) when (exception is OutOfMemoryException or ObjectDisposedException)
        {
            Release(server, resource);
            throw;
        }
    }

    /// <summary>The parts of an address.</summary>
    /// <param name="id">A value of this store. A value of another store finds other text or throws.</param>
    /// <returns>The parts, valid until the address is removed or the store is disposed.</returns>
    /// <remarks>O(1), allocates nothing.</remarks>
    /// <exception cref="ArgumentException">The value is <c>default</c>.</exception>
    /// <exception cref="InvalidOperationException">The address was removed.</exception>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public JabberIdParts<T> Get(CompactJabberId id)
    {
        if (id.IsDefault)
        {
            throw new ArgumentException("The value is default, which is not an address.", nameof(id));
        }

        if (TryGet(id, out JabberIdParts<T> parts))
        {
            return parts;
        }

        ObjectDisposedException.ThrowIf(_arena.IsDisposed, this);
        throw new InvalidOperationException("The address was removed. Use TryGet where that is expected.");
    }

    /// <summary>The parts of an address, unless it was removed.</summary>
    /// <param name="id">A value of this store, or <c>default</c>.</param>
    /// <param name="parts">The parts, valid until the address is removed or the store is disposed.</param>
    /// <returns>False if the value is <c>default</c>, its address was removed, or the store is disposed.</returns>
    /// <remarks>O(1), allocates nothing, throws nothing.</remarks>
    public bool TryGet(CompactJabberId id, out JabberIdParts<T> parts)
    {
        parts = default;
        if (id.IsDefault || !_arena.TryGetSpan(id.Text, out ReadOnlySpan<byte> text))
        {
            return false;
        }

        ReadOnlySpan<T> rest = MemoryMarshal.Cast<byte, T>(text);
        ReadOnlySpan<T> local = id.HasTextBeside ? Next(ref rest) : UserOf(rest);
        if (!TryGetPart(_servers, id.Server, CompactJabberId.ServerBeside, ref rest, out ReadOnlySpan<T> domain)
            || !TryGetPart(_resources, id.Resource, CompactJabberId.ResourceBeside, ref rest, out ReadOnlySpan<T> resource)
            || !_arena.TryGetSpan(id.Text, out _))
        {
            // Another thread removed the address concurrently. As long as an address is present, its server and resourcepart keep
            // their numbers, so any other result is valid.
            return false;
        }

        parts = new JabberIdParts<T>(local, domain, resource);
        return true;
    }

    /// <summary>Removes an address. Its value, and spans of its parts, must not be used any more.</summary>
    /// <param name="id">A value of this store, or <c>default</c>. Another store's value may remove a different address.</param>
    /// <returns>False if the value is <c>default</c>, its address was removed before, or the store is disposed.</returns>
    /// <remarks>O(1), allocates nothing.</remarks>
    public bool Remove(CompactJabberId id)
    {
        if (id.IsDefault || !_arena.TryRemove(id.Text))
        {
            return false;
        }

        Release(id.Server, id.Resource);
        return true;
    }

    /// <summary>Releases all memory and invalidates all values and spans. No other thread may be using the store.</summary>
    public void Dispose()
    {
        _arena.Dispose();
        _servers.Dispose();
        _resources.Dispose();
    }

    private static ReadOnlySpan<T> UserOf(ReadOnlySpan<T> text) => text.Length == 1 && text[0] == s_noUser ? default : text;

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

    // Another thread may be replacing the text, so the length must be checked.
    private static ReadOnlySpan<T> Next(scoped ref ReadOnlySpan<T> rest)
    {
        if (rest.Length < 2)
        {
            return default;
        }

        int length = (int)TextUnit.Value(rest[0]);
        int used = 1;
        if (length >= ShortLength)
        {
            length = ((length - ShortLength) << 7) | (int)TextUnit.Value(rest[1]);
            used = 2;
        }

        ReadOnlySpan<T> text = rest.Slice(used, Math.Min(length, rest.Length - used));
        rest = rest[(used + text.Length)..];
        return text;
    }

    private static bool TryGetPart(
        TextNumbers<T> numbers, int number, int beside, scoped ref ReadOnlySpan<T> rest, out ReadOnlySpan<T> part)
    {
        if (number != 0 && number != beside)
        {
            return numbers.TryGetText(number - 1, out part);
        }

        part = number == 0 ? default : Next(ref rest);
        return true;
    }

    private long AddText(JabberIdParts<T> parts, int server, int resource)
    {
        if (server == CompactJabberId.ServerBeside || resource == CompactJabberId.ResourceBeside)
        {
            return AddWithTextBeside(parts, server, resource);
        }

        ReadOnlySpan<T> user = parts.Local.IsEmpty ? new ReadOnlySpan<T>(in s_noUser) : parts.Local;
        return _arena.Add(MemoryMarshal.AsBytes(user));
    }

    private long AddWithTextBeside(JabberIdParts<T> parts, int server, int resource)
    {
        ReadOnlySpan<T> domain = server == CompactJabberId.ServerBeside ? parts.Domain : default;
        ReadOnlySpan<T> beside = resource == CompactJabberId.ResourceBeside ? parts.Resource : default;
        Span<T> text = stackalloc T[
            Stored(parts.Local) + (domain.IsEmpty ? 0 : Stored(domain)) + (beside.IsEmpty ? 0 : Stored(beside))];
        Span<T> rest = text;
        Put(ref rest, parts.Local);
        if (!domain.IsEmpty)
        {
            Put(ref rest, domain);
        }

        if (!beside.IsEmpty)
        {
            Put(ref rest, beside);
        }

        return _arena.Add(MemoryMarshal.AsBytes(text));
    }

    private int NumberOfServer(ReadOnlySpan<T> domain) =>
        _servers.TryAcquireOrAdd(domain, out int number) ? number + 1 : CompactJabberId.ServerBeside;

    private int NumberOfResource(ReadOnlySpan<T> resource)
    {
        if (resource.IsEmpty)
        {
            return 0;
        }

        bool hasNumber = _resources.TryAcquire(resource, out int number)
            || (_resourcesSeen.Notice(MemoryMarshal.AsBytes(resource)) && _resources.TryAcquireOrAdd(resource, out number));
        return hasNumber ? number + 1 : CompactJabberId.ResourceBeside;
    }

    private void Release(int server, int resource)
    {
        if (server != CompactJabberId.ServerBeside)
        {
            _servers.Release(server - 1);
        }

        if (resource is not (0 or CompactJabberId.ResourceBeside))
        {
            _resources.Release(resource - 1);
        }
    }
}
