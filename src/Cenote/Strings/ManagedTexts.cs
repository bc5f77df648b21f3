namespace Cenote.Strings;

/// <summary>The managed strings behind the handles of <see cref="ShortStrings.Managed"/>.</summary>
internal sealed class ManagedTexts
{
    private readonly List<string?> _texts = [];
    private readonly Stack<int> _vacant = [];

    public string this[int index] => _texts[index]!;

    public long ManagedBytes => ((long)_texts.Capacity * nint.Size) + ((long)_vacant.Count * sizeof(int));

    public int Add(string text)
    {
        if (_vacant.TryPop(out int index))
        {
            _texts[index] = text;
            return index;
        }

        _texts.Add(text);
        return _texts.Count - 1;
    }

    public void Remove(int index)
    {
        _texts[index] = null;
        _vacant.Push(index);
    }

    public void Clear()
    {
        _texts.Clear();
        _vacant.Clear();
    }
}
