namespace Cenote.Collections;

/// <summary>Keys that are strings.</summary>
internal readonly ref struct StringBatch(ReadOnlySpan<string> keys) : IKeyBatch
{
    private readonly ReadOnlySpan<string> _keys = keys;

    public int Count => _keys.Length;

    public ReadOnlySpan<char> this[int index] => _keys[index];

    public void CheckNoOverlap<T>(ReadOnlySpan<T> results, string parameter) => BatchMemory.CheckNoOverlap(_keys, results, parameter);
}
