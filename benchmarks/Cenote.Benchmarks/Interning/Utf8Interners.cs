using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using Cenote.Benchmarks.Collections;
using Cenote.Interning;
using Cenote.Measurement;
using Cenote.Samples.Rows.Reading;

namespace Cenote.Benchmarks.Interning;

/// <summary>Interners with the same strings, looked up by UTF-8 in random order, and equivalent dictionaries.</summary>
internal sealed class Utf8Interners
{
    private const int Asked = 20_000;

    private readonly Dictionary<byte[], string>.AlternateLookup<ReadOnlySpan<byte>> _dictionary;
    private readonly ConcurrentDictionary<byte[], string>.AlternateLookup<ReadOnlySpan<byte>> _concurrent;
    private readonly StringInterner _exact = new();
    private readonly WeakStringInterner _weak = new();
    private readonly BoundedStringInterner _bounded;
    private readonly string[] _kept;
    private readonly byte[] _text;
    private readonly Range[] _questions;

    /// <param name="count">The number of strings.</param>
    /// <param name="isAscii">Whether the strings are ASCII.</param>
    /// <param name="hits">Whether the strings that are looked up are present.</param>
    public Utf8Interners(int count, bool isAscii, bool hits)
    {
        var comparer = Utf8BytesComparer.Instance;
        var dictionary = new Dictionary<byte[], string>(comparer);
        var concurrent = new ConcurrentDictionary<byte[], string>(comparer);
        _bounded = new BoundedStringInterner(2 * count);
        _kept = new string[count];
        for (int number = 0; number < count; number++)
        {
            string text = Utf8LookUps.Key(number, isAscii);
            byte[] utf8 = Encoding.UTF8.GetBytes(text);
            dictionary.Add(utf8, text);
            concurrent[utf8] = text;
            _kept[number] = _weak.Intern(_exact.Intern(_bounded.Intern(text)));
        }

        _dictionary = dictionary.GetAlternateLookup<ReadOnlySpan<byte>>();
        _concurrent = concurrent.GetAlternateLookup<ReadOnlySpan<byte>>();
        var random = new Random(17);
        var all = new MemoryStream();
        _questions = new Range[Asked];
        for (int i = 0; i < Asked; i++)
        {
            int start = (int)all.Length;
            all.Write(Encoding.UTF8.GetBytes(Utf8LookUps.Key(random.Next(count) + (hits ? 0 : count), isAscii)));
            _questions[i] = start..(int)all.Length;
        }

        _text = all.ToArray();
    }

    public static int Questions => Asked;

    /// <summary>The total length of the strings that a run found, so that lookups are not optimized away.</summary>
    public int Found { get; private set; }

    /// <summary>
    /// All rivals, each used by every thread of a crew, or by the calling thread. The baseline is a thread-safe dictionary if
    /// there is a crew.
    /// </summary>
    public Rival[] Rivals(Crew? crew) =>
    [
        crew is null
            ? new("byte[]", () => Ask(new InDictionary(_dictionary), 0))
            : Of("byte[]", thread => Ask(new InConcurrent(_concurrent), thread), crew),
        Of("exact", thread => Ask(new InExact(_exact), thread), crew),
        Of("weak", thread => Ask(new InWeak(_weak), thread), crew),
        Of("bounded", thread => Ask(new InBounded(_bounded), thread), crew),
    ];

    private static Rival Of(string name, Action<int> ask, Crew? crew) =>
        new(name, crew is null ? () => ask(0) : () => crew.Run(ask));

    // Compiled for each kind of finder, so that no finder is called through a delegate.
    private void Ask<TFinder>(TFinder finder, int thread)
        where TFinder : struct, IFinder
    {
        int found = thread;
        foreach (Range question in _questions)
        {
            found += finder.TryGet(_text.AsSpan(question), out string? text) ? text.Length : 0;
        }

        Found = found;
        GC.KeepAlive(_kept);
    }

    private interface IFinder
    {
        bool TryGet(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? text);
    }

    private readonly struct InDictionary(Dictionary<byte[], string>.AlternateLookup<ReadOnlySpan<byte>> texts) : IFinder
    {
        public bool TryGet(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? text) => texts.TryGetValue(utf8, out text);
    }

    private readonly struct InConcurrent(ConcurrentDictionary<byte[], string>.AlternateLookup<ReadOnlySpan<byte>> texts) : IFinder
    {
        public bool TryGet(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? text) => texts.TryGetValue(utf8, out text);
    }

    private readonly struct InExact(StringInterner texts) : IFinder
    {
        public bool TryGet(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? text) => texts.TryGet(utf8, out text);
    }

    private readonly struct InWeak(WeakStringInterner texts) : IFinder
    {
        public bool TryGet(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? text) => texts.TryGet(utf8, out text);
    }

    private readonly struct InBounded(BoundedStringInterner texts) : IFinder
    {
        public bool TryGet(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? text) => texts.TryGet(utf8, out text);
    }
}
