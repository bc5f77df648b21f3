using Cenote.Collections;

namespace Cenote.Tool.Sections.Keys;

/// <summary>A dictionary of managed strings, each created for it.</summary>
internal sealed class ManagedKeys : IHeld
{
    public ManagedKeys(KeySet keys)
    {
        for (int key = 0; key < keys.Count; key++)
        {
            Dictionary.Add(new string(keys[key]), key);
        }
    }

    /// <summary>The number of each key.</summary>
    public Dictionary<string, int> Dictionary { get; } = [];

    public long NativeBytes => 0;

    public ulong Checksum()
    {
        var checksum = new EntryChecksum(Dictionary.Count);
        foreach ((string key, int value) in Dictionary)
        {
            checksum.Read(key, value);
        }

        return checksum.Value;
    }

    public void Dispose()
    {
        // Managed memory: nothing to release.
    }
}

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

    public long NativeBytes => Dictionary.BytesReserved;

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
