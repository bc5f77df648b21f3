namespace Cenote.Strings;

/// <summary>
/// The managed strings behind the handles of <see cref="ShortStrings.Managed"/>. The table is replaced by a longer copy as it
/// grows, so that other threads read it beside a writer; writers take a lock, for those of a concurrent pool are several.
/// </summary>
internal sealed class ManagedTexts
{
    private const int FirstCapacity = 16;

    private readonly Lock _gate = new();
    private readonly Stack<int> _vacant = [];
    private string?[] _texts = new string?[FirstCapacity];
    private int _count;

    /// <summary>The text at an index; null if there is none, as a thread may find that reads beside one that frees.</summary>
    public string? this[int index] => Volatile.Read(ref _texts) is var texts && (uint)index < (uint)texts.Length ? texts[index] : null;

    /// <summary>Bytes of the table, without the strings.</summary>
    public long ManagedBytes => ((long)_texts.Length * nint.Size) + ((long)_vacant.Count * sizeof(int));

    public int Add(string text)
    {
        lock (_gate)
        {
            if (!_vacant.TryPop(out int index))
            {
                if (_count == _texts.Length)
                {
                    string?[] longer = new string?[2 * _count];
                    _texts.CopyTo(longer, 0);
                    Volatile.Write(ref _texts, longer);
                }

                index = _count++;
            }

            _texts[index] = text;
            return index;
        }
    }

    public void Remove(int index)
    {
        lock (_gate)
        {
            _texts[index] = null;
            _vacant.Push(index);
        }
    }

    public void Clear()
    {
        lock (_gate)
        {
            Array.Clear(_texts, 0, _count);
            _vacant.Clear();
            _count = 0;
        }
    }
}
