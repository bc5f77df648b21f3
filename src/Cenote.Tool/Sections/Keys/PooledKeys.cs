using Cenote.Collections;

namespace Cenote.Tool.Sections.Keys;

/// <summary>A dictionary with keys in unmanaged memory.</summary>
internal sealed class PooledKeys : IHeld
{
    public PooledKeys(KeySet keys, KeyEncoding encoding)
    {
        Dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { KeyEncoding = encoding });
        for (int key = 0; key < keys.Count; key++)
        {
            Dictionary.Add(keys[key], key);
        }
    }

    /// <summary>The number of each key.</summary>
    public PooledStringDictionary<int> Dictionary { get; }

    public long NativeBytes => Dictionary.GetTotalBytesUnmanaged();

    public ulong Checksum()
    {
        var checksum = new EntryChecksum(Dictionary.Count);
        foreach ((ReadOnlySpan<char> key, int value) in Dictionary)
        {
            checksum.Read(key, value);
        }

        return checksum.Value;
    }

    public void Dispose() => Dictionary.Dispose();
}
