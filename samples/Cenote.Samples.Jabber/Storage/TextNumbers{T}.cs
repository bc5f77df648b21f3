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

    // The table has UTF-16. What is asked for in UTF-8 is kept so when it is first read; a text is made once, or twice by two threads.
    private readonly byte[]?[] _utf8 = typeof(T) == typeof(byte) ? new byte[]?[maximumCount] : [];

    public long NativeBytes => _table.GetStatistics().UnmanagedBytes;

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
        : MemoryMarshal.Cast<byte, T>(Volatile.Read(ref _utf8[id]) ?? MakeUtf8(id));

    public void Dispose() => _table.Dispose();

    private byte[] MakeUtf8(int id)
    {
        ReadOnlySpan<char> text = _table.AsSpan(id);
        byte[] utf8 = new byte[Encoding.UTF8.GetByteCount(text)];
        Encoding.UTF8.GetBytes(text, utf8);
        Volatile.Write(ref _utf8[id], utf8);
        return utf8;
    }
}
