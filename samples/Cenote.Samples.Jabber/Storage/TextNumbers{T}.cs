using System.Runtime.InteropServices;
using System.Text;
using Cenote.Interning;

namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// A <see cref="StringTable"/> with a limit, whose texts are read as UTF-16 or as UTF-8. Safe for any number of threads, but for
/// disposing.
/// </summary>
internal sealed class TextNumbers<T>(int maximumCount) : IDisposable
    where T : unmanaged
{
    private readonly StringTable _table = new(new StringTableOptions { MaximumCount = maximumCount });

    private readonly Lock _making = new();

    // The table has UTF-16. What is asked for in UTF-8 is kept so when it is first read, by id, with no more room for references,
    // which the garbage collector looks at, than that takes.
    private byte[]?[] _utf8 = [];

    public long NativeBytes => _table.GetStatistics().BytesReserved;

    public bool TryGetId(ReadOnlySpan<T> text, out int id) => typeof(T) == typeof(char)
        ? _table.TryGetId(MemoryMarshal.Cast<T, char>(text), out id)
        : _table.TryGetIdUtf8(MemoryMarshal.AsBytes(text), out id);

    /// <summary>Adds a text of at most 1,023 units.</summary>
    /// <returns>False if the table is full.</returns>
    public bool TryAdd(ReadOnlySpan<T> text, out int id)
    {
        if (typeof(T) == typeof(char))
        {
            return _table.TryGetOrAdd(MemoryMarshal.Cast<T, char>(text), out id);
        }

        Span<char> wide = stackalloc char[text.Length];
        int length = Encoding.UTF8.GetChars(MemoryMarshal.AsBytes(text), wide);
        return _table.TryGetOrAdd(wide[..length], out id);
    }

    public ReadOnlySpan<T> AsSpan(int id) => typeof(T) == typeof(char)
        ? MemoryMarshal.Cast<char, T>(_table.AsSpan(id))
        : MemoryMarshal.Cast<byte, T>(Utf8(id));

    public void Dispose() => _table.Dispose();

    private byte[] Utf8(int id)
    {
        byte[]?[] texts = Volatile.Read(ref _utf8);
        return (uint)id < (uint)texts.Length && Volatile.Read(ref texts[id]) is byte[] text ? text : Utf8Slow(id);
    }

    private byte[] Utf8Slow(int id)
    {
        ReadOnlySpan<char> text = _table.AsSpan(id);
        byte[] utf8 = new byte[Encoding.UTF8.GetByteCount(text)];
        Encoding.UTF8.GetBytes(text, utf8);
        lock (_making)
        {
            byte[]?[] texts = _utf8;
            if (id >= texts.Length)
            {
                Array.Resize(ref texts, Math.Max(id + 1, 2 * texts.Length));
            }

            Volatile.Write(ref texts[id], utf8);
            Volatile.Write(ref _utf8, texts);
            return utf8;
        }
    }
}
