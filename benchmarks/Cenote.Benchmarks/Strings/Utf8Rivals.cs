using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>The published patterns with every rival that accepts UTF-8, and the memory of each.</summary>
internal sealed class Utf8Rivals(int count, ManyTexts<byte> texts) : IDisposable
{
    private readonly Utf8StringPool _utf8 = new();
    private readonly SegmentedStringPool _utf16 = new();
    private readonly DecodedShelf _decoded = new(new string[count]);
    private readonly BytesShelf _bytes = new(new byte[count][]);
    private readonly PooledUtf8String[] _utf8Strings = new PooledUtf8String[count];
    private readonly PooledStringRef[] _utf16Strings = new PooledStringRef[count];

    /// <summary>Managed strings, decoded from UTF-8.</summary>
    public void Decoded(Pattern pattern) => Patterns<byte>.Run(pattern, _decoded, texts);

    /// <summary>Managed arrays of bytes.</summary>
    public void Bytes(Pattern pattern) => Patterns<byte>.Run(pattern, _bytes, texts);

    public void Utf8(Pattern pattern) => Patterns<byte>.Run(pattern, new Utf8Shelf(_utf8, _utf8Strings), texts);

    /// <summary>The UTF-8 pool, without validation, because the bytes are valid.</summary>
    public void Trusted(Pattern pattern) => Patterns<byte>.Run(pattern, new TrustedUtf8Shelf(_utf8, _utf8Strings), texts);

    /// <summary>A segmented pool, which converts to UTF-16.</summary>
    public void Transcoded(Pattern pattern) => Patterns<byte>.Run(pattern, new TranscodedShelf(_utf16, _utf16Strings), texts);

    /// <summary>The number of bytes that each rival holds for all strings, including the array of handles.</summary>
    public (string Rival, long Bytes)[] Memory()
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        Patterns<byte>.Fill(_decoded, texts);
        long decoded = GC.GetAllocatedBytesForCurrentThread() - before;
        Patterns<byte>.Fill(_bytes, texts);
        long bytes = GC.GetAllocatedBytesForCurrentThread() - before - decoded;
        Patterns<byte>.Fill(new Utf8Shelf(_utf8, _utf8Strings), texts);
        Patterns<byte>.Fill(new TranscodedShelf(_utf16, _utf16Strings), texts);
        return
        [
            ("managed", decoded + Handles<string>()),
            ("byte[]", bytes + Handles<byte[]>()),
            ("utf8", _utf8.BytesReserved + Handles<PooledUtf8String>()),
            ("utf8 ids", _utf8.BytesReserved + Handles<PooledStringId>()),
            ("segmented", _utf16.BytesReserved + Handles<PooledStringRef>()),
            ("segmented ids", _utf16.BytesReserved + Handles<PooledStringId>()),
        ];

        long Handles<THandle>() => (long)Unsafe.SizeOf<THandle>() * count;
    }

    public void Dispose()
    {
        _utf8.Dispose();
        _utf16.Dispose();
    }
}
