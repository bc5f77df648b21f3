namespace Cenote.Heap;

/// <summary>
/// Takes the census of a heap in two walks: the first finds all strings, the second what refers to them. If there are so many texts
/// that their hashes would take too much memory, there are others between the two, each for a part of the texts.
/// </summary>
internal sealed class HeapReader : IDisposable
{
    private const double FirstShare = 0.6;

    // A tenth of the heap for hashes, beside what every string costs, keeps all below a quarter.
    private const int HeapBytesPerByte = 10;
    private const long MinBytes = 32 << 20;
    private const long MaxBytes = 512 << 20;

    private readonly HeapSource _source;
    private readonly HeapWalker _walker;
    private readonly StringIndex _index;
    private readonly TextCensus _texts;

    // For whoever tells strings apart: all 0 in between.
    private BitList _seen = new(0);

    public HeapReader(HeapSource source)
        : this(source, TextsAtOnce(source.Layout.TotalBytes))
    {
    }

    /// <summary>For tests, which have fewer texts.</summary>
    public HeapReader(HeapSource source, int textsAtOnce)
    {
        _source = source;
        _texts = new TextCensus(textsAtOnce);
        _walker = new HeapWalker(source.Layout, source.Memory, source.Types);
        _index = new StringIndex(source.Layout);
    }

    /// <summary>Takes the census.</summary>
    /// <param name="topTexts">How many of the texts to tell whose repetitions take most.</param>
    /// <param name="showTexts">Whether to read these texts.</param>
    /// <param name="progress">Told what is done, and which share of all.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public HeapCensus Read(int topTexts, bool showTexts, Action<string, double> progress, CancellationToken cancellationToken)
    {
        var strings = new StringVisitor(_index, _texts, _source.Memory);
        _walker.Walk(ref strings, share => progress("Reading strings", share * FirstShare), cancellationToken);

        long unread = _walker.UnreadBytes;
        for (long rejected = strings.Rejected; rejected > 0;)
        {
            _texts.BeginPass();
            var others = new RejectedVisitor(_index, _texts, _source.Memory);
            _walker.Walk(ref others, _ => progress("Reading more strings", FirstShare), cancellationToken);
            rejected = others.Rejected;
        }

        _texts.EndNumbering();
        _index.Complete();
        _index.ForEach((ordinal, _, age) => _texts.CountString(_index.TextOf(ordinal), age));
        var references = new ReferenceVisitor(_index, _source.Memory, _source.Types);
        _walker.Walk(
            ref references, share => progress("Reading references", FirstShare + (share * (1 - FirstShare))), cancellationToken);
        _seen.Dispose();
        _seen = new BitList(_index.Count);
        return new HeapCensus
        {
            Objects = strings.Objects,
            Bytes = strings.Bytes,
            OldObjects = strings.OldObjects,
            FreeBytes = strings.FreeBytes,
            Strings = _texts.All,
            OldStrings = _texts.Old,
            Literals = _texts.Literals,
            Texts = _texts.Count,
            Places = Places(cancellationToken),
            TopTexts = TopTexts(topTexts, showTexts),
            UnreadBytes = unread,
        };
    }

    /// <summary>
    /// Reads strings of a place: all strings of some of its texts, chosen at random, so that they repeat as all of them do.
    /// </summary>
    /// <param name="place">The place.</param>
    /// <param name="most">How many strings to read, about.</param>
    /// <param name="longest">Maximum length in chars; longer strings are skipped.</param>
    /// <param name="accept">Is told each string, in the order of addresses.</param>
    public void Sample(PlaceCensus place, long most, int longest, Action<string> accept)
    {
        if (place.Set is not { } set || place.Strings == 0)
        {
            return;
        }

        double share = Math.Min(1, (double)most / place.Strings);
        using var chosen = new BitList(_index.Count);
        set.ForEach(_seen, ordinal =>
        {
            int text = _index.TextOf(ordinal);
            if (_texts.LengthOf(text) <= longest && IsChosen(text, share))
            {
                chosen.Set(ordinal);
            }
        });
        ReadChosen(chosen, accept);
    }

    /// <summary>Some different strings of a place, in the order of addresses.</summary>
    /// <param name="place">The place.</param>
    /// <param name="most">How many strings to return at most.</param>
    /// <param name="longest">Maximum length in chars; longer strings are skipped.</param>
    public IReadOnlyList<string> Examples(PlaceCensus place, int most, int longest)
    {
        var examples = new List<string>();
        var texts = new HashSet<int>();
        using var chosen = new BitList(_index.Count);
        place.Set?.ForEach(_seen, ordinal =>
        {
            int text = _index.TextOf(ordinal);
            if (texts.Count < most && _texts.LengthOf(text) <= longest && texts.Add(text))
            {
                chosen.Set(ordinal);
            }
        });
        ReadChosen(chosen, examples.Add);
        return examples;
    }

    /// <summary>Gives back what is off the heap.</summary>
    public void Dispose()
    {
        _texts.Dispose();
        _index.Dispose();
        _seen.Dispose();
        foreach (Place place in _source.Types.Places)
        {
            place.Strings?.Dispose();
        }
    }

    private static int TextsAtOnce(long heapBytes) =>
        (int)(Math.Clamp(heapBytes / HeapBytesPerByte, MinBytes, MaxBytes) / TextTable.BytesAtOnce);

    // The numbers of texts follow their addresses, so that they are scattered before they are compared.
    private static bool IsChosen(int text, double share) => (uint)text * 0x9E3779B1u < share * uint.MaxValue;

    private List<PlaceCensus> Places(CancellationToken cancellationToken)
    {
        using var held = new BitList(_index.Count);
        using var shared = new BitList(_index.Count);
        Place[] places = [.. _source.Types.Places.Where(static place => place.Strings is not null)];
        foreach (Place place in places)
        {
            cancellationToken.ThrowIfCancellationRequested();
            place.Strings!.ForEach(_seen, ordinal =>
            {
                if (!held.Set(ordinal))
                {
                    shared.Set(ordinal);
                }
            });
        }

        using var seenTexts = new BitList(_texts.Count);
        List<PlaceCensus> found = WithNamesOfTheirOwn([.. places.Select(place => CensusOf(place, shared, seenTexts))]);
        found.Sort(static (a, b) => (b.RepeatedBytes, b.Bytes, a.Name).CompareTo((a.RepeatedBytes, a.Bytes, b.Name)));
        return found;
    }

    // Types of one name in two namespaces are told apart by them.
    private static List<PlaceCensus> WithNamesOfTheirOwn(IReadOnlyList<PlaceCensus> places) =>
    [
        .. places
            .GroupBy(static place => place.Name, StringComparer.Ordinal)
            .SelectMany(static group => group.Count() == 1 ? group : group.Select(place => place with { Name = place.FullName })),
    ];

    private PlaceCensus CensusOf(Place place, BitList shared, BitList seenTexts)
    {
        long strings = 0;
        long distinct = 0;
        long bytes = 0;
        long distinctBytes = 0;
        long distinctChars = 0;
        long ownBytes = 0;
        place.Strings!.ForEach(_seen, ordinal =>
        {
            int text = _index.TextOf(ordinal);
            int chars = _texts.LengthOf(text);
            long size = TextCensus.BytesOf(chars);
            strings++;
            bytes += size;
            if (!shared[ordinal])
            {
                ownBytes += size;
            }

            if (seenTexts.Set(text))
            {
                distinct++;
                distinctBytes += size;
                distinctChars += chars;
            }
        });
        place.Strings.ForEach(_seen, ordinal => seenTexts.ClearAround(_index.TextOf(ordinal)));
        return new PlaceCensus(
            place.Name,
            place.FullName,
            place.Kind,
            place.OldReferences,
            place.References,
            strings,
            distinct,
            bytes,
            bytes - distinctBytes,
            distinctChars,
            ownBytes,
            place.Holders.Sum(static type => type.Objects),
            place.Holders.Sum(static type => type.Bytes),
            place.Holders.Sum(static type => type.AllValueBytes))
        {
            ValueSize = place.Holders.Count == 0 ? 0 : place.Holders.Max(static type => type.ValueSize),
            HasReferenceValues = place.Holders.Exists(static type => type.HasReferenceValues),
            Set = place.Strings,
        };
    }

    private List<TextCensusRow> TopTexts(int most, bool showTexts)
    {
        var top = new PriorityQueue<int, long>();
        for (int text = 0; text < _texts.Count; text++)
        {
            long repeated = Repeated(text);
            if (repeated <= 0)
            {
                continue;
            }

            if (top.Count < most)
            {
                top.Enqueue(text, repeated);
            }
            else if (most > 0)
            {
                top.EnqueueDequeue(text, repeated);
            }
        }

        var addresses = top.UnorderedItems.ToDictionary(static item => item.Element, static _ => 0UL);
        if (showTexts)
        {
            _index.ForEach((ordinal, address, _) =>
            {
                ref ulong first = ref CollectionsMarshal.GetValueRefOrNullRef(addresses, _index.TextOf(ordinal));
                if (!System.Runtime.CompilerServices.Unsafe.IsNullRef(ref first) && first == 0)
                {
                    first = address;
                }
            });
        }

        return
        [
            .. addresses
                .OrderByDescending(entry => Repeated(entry.Key))
                .Select(entry => new TextCensusRow(
                    _texts.LengthOf(entry.Key),
                    _texts.StringsOf(entry.Key),
                    Repeated(entry.Key),
                    showTexts ? ReadText(entry.Value, _texts.LengthOf(entry.Key)) : null)),
        ];

        long Repeated(int text) => (_texts.StringsOf(text) - 1) * TextCensus.BytesOf(_texts.LengthOf(text));
    }

    private void ReadChosen(BitList chosen, Action<string> accept) => _index.ForEach((ordinal, address, _) =>
    {
        if (chosen[ordinal])
        {
            accept(ReadText(address, _texts.LengthOf(_index.TextOf(ordinal))));
        }
    });

    private string ReadText(ulong address, int chars) => string.Create(chars, (_source.Memory, address), static (text, from) =>
    {
        const int HeadBytes = 12;
        int read = from.Memory.Read(from.address + HeadBytes, MemoryMarshal.AsBytes(text));
        text[(read / sizeof(char))..].Clear();
    });
}
