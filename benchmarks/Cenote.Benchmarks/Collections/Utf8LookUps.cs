using System.Text;
using Cenote.Collections;
using Cenote.Samples.Rows.Reading;

namespace Cenote.Benchmarks.Collections;

/// <summary>Tables with the same keys, which are looked up by UTF-8 in random order.</summary>
internal sealed class Utf8LookUps : IDisposable
{
    private const int Asked = 20_000;

    private readonly Dictionary<byte[], int> _rival = new(Utf8BytesComparer.Instance);
    private readonly Dictionary<byte[], int>.AlternateLookup<ReadOnlySpan<byte>> _rivalLookup;
    private readonly PooledStringDictionary<int> _dictionary;
    private readonly PooledStringSet _set;
    private readonly ConcurrentPooledStringDictionary<int> _concurrent;
    private readonly StringTable _table = new();
    private readonly byte[] _text;
    private readonly Range[] _questions;

    /// <param name="count">The number of keys.</param>
    /// <param name="isAscii">Whether the keys are ASCII.</param>
    /// <param name="hits">Whether the keys that are looked up are present.</param>
    public Utf8LookUps(int count, bool isAscii, bool hits)
    {
        var options = new PooledStringDictionaryOptions { KeyEncoding = isAscii ? KeyEncoding.Compact : KeyEncoding.Utf8 };
        _dictionary = new PooledStringDictionary<int>(options);
        _set = new PooledStringSet(options);
        _concurrent = new ConcurrentPooledStringDictionary<int>(options);
        for (int number = 0; number < count; number++)
        {
            string key = Key(number, isAscii);
            _rival.Add(Encoding.UTF8.GetBytes(key), number);
            _dictionary.Add(key, number);
            _set.Add(key);
            _ = _concurrent.TryAdd(key, number);
            _ = _table.GetOrAdd(key);
        }

        _rivalLookup = _rival.GetAlternateLookup<ReadOnlySpan<byte>>();
        var random = new Random(17);
        var text = new MemoryStream();
        _questions = new Range[Asked];
        for (int i = 0; i < Asked; i++)
        {
            int start = (int)text.Length;
            text.Write(Encoding.UTF8.GetBytes(Key(random.Next(count) + (hits ? 0 : count), isAscii)));
            _questions[i] = start..(int)text.Length;
        }

        _text = text.ToArray();
    }

    public static int Questions => Asked;

    public int Found { get; private set; }

    public void Rival()
    {
        int found = 0;
        foreach (Range question in _questions)
        {
            found += _rivalLookup.TryGetValue(_text.AsSpan(question), out int value) ? value | 1 : 0;
        }

        Found = found;
    }

    public void Dictionary()
    {
        int found = 0;
        foreach (Range question in _questions)
        {
            found += _dictionary.TryGetValue(_text.AsSpan(question), out int value) ? value | 1 : 0;
        }

        Found = found;
    }

    public void References()
    {
        int found = 0;
        foreach (Range question in _questions)
        {
            ref int value = ref _dictionary.GetValueRefOrNullRef(_text.AsSpan(question));
            found += System.Runtime.CompilerServices.Unsafe.IsNullRef(ref value) ? 0 : value | 1;
        }

        Found = found;
    }

    /// <summary>Used only for present keys: the first run would add missing keys.</summary>
    public void AddedReferences()
    {
        int found = 0;
        foreach (Range question in _questions)
        {
            found += _dictionary.GetValueRefOrAddDefault(_text.AsSpan(question), out _) | 1;
        }

        Found = found;
    }

    public void Set()
    {
        int found = 0;
        foreach (Range question in _questions)
        {
            found += _set.Contains(_text.AsSpan(question)) ? 1 : 0;
        }

        Found = found;
    }

    public void Concurrent()
    {
        int found = 0;
        foreach (Range question in _questions)
        {
            found += _concurrent.TryGetValue(_text.AsSpan(question), out int value) ? value | 1 : 0;
        }

        Found = found;
    }

    public void Table()
    {
        int found = 0;
        foreach (Range question in _questions)
        {
            found += _table.TryGetId(_text.AsSpan(question), out int value) ? value | 1 : 0;
        }

        Found = found;
    }

    public void Dispose()
    {
        _dictionary.Dispose();
        _set.Dispose();
        _concurrent.Dispose();
        _table.Dispose();
    }

    /// <summary>Creates a distinct name of up to 16 chars, like that of a town.</summary>
    public static string Key(int number, bool isAscii)
    {
        uint mixed = (uint)number * 2654435769u;
        string[] heads = isAscii
            ? ["San ", "Port ", "", "Nueva ", "Al", "Saint-", "New ", "Ou"]
            : ["São ", "Île ", "Ö", "Město ", "Ελ", "Αγία ", "Żó", "Ñu"];
        return $"{heads[mixed >> 29]}{(isAscii ? "ville" : "βίλα")[..(int)(1 + ((mixed >> 20) % 4))]}{number:x}";
    }
}
