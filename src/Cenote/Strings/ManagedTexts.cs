namespace Cenote.Strings;

/// <summary>
/// The managed strings behind the handles of <see cref="ShortStrings.Managed"/>. The table is replaced by a longer copy as it
/// grows, so that other threads read it beside the writer.
/// </summary>
internal sealed class ManagedTexts
{
    private const int FirstCapacity = 16;

    private readonly Stack<int> _vacant = [];
    private string?[] _texts = new string?[FirstCapacity];
    private int _count;

    public string this[int index] => Volatile.Read(ref _texts)[index]!;

    /// <summary>Bytes of the table, without the strings.</summary>
    public long ManagedBytes => ((long)_texts.Length * nint.Size) + ((long)_vacant.Count * sizeof(int));

    public int Add(string text)
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

    public void Remove(int index)
    {
        _texts[index] = null;
        _vacant.Push(index);
    }

    public void Clear()
    {
        Array.Clear(_texts, 0, _count);
        _vacant.Clear();
        _count = 0;
    }
}
