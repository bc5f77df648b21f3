using System.Buffers.Binary;

namespace Cenote.Heap;

/// <summary>
/// Takes the census of a heap in three steps. The first step finds strings and collections, the second finds the fields that own
/// collections, and the third finds the references to strings. Each step walks over the heap. The second step may need several
/// walks, and so does the first if the hashes of all distinct strings do not fit in its memory limit.
/// </summary>
internal sealed class HeapReader : IDisposable
{
    private const double FirstShare = 0.5;
    private const double SecondShare = 0.2;
    private const int MaxOwnerWalks = 8;

    // The owner of collections in static fields whose name is unknown: fields of .NET, and of generic types without objects.
    private const string StaticField = "static field";

    // Another walk for owners is worth its time if many owners are unknown, and the last walk resolved at least a tenth of them.
    private const double MaxShareLeft = 0.9;
    private const double MinUnknownShare = 0.01;

    // Hashes may take a tenth of the heap. Including the cost per string, memory stays below a quarter of a large heap.
    private const int HeapBytesPerByte = 10;
    private const long MinBytes = 32 << 20;
    private const long MaxBytes = 512 << 20;

    private const int MinSampledTexts = 30;

    private readonly HeapSource _source;
    private readonly int _textsAtOnce;
    private readonly HeapWalker _walker;
    private readonly ObjectIndex _index;
    private readonly CollectionOwners _owners;
    private readonly TextCensus _texts;

    // Scratch bits, all zero between uses.
    private BitList _seen = new(0);

    public HeapReader(HeapSource source)
        : this(source, TextsAtOnce(source.Layout.TotalBytes))
    {
    }

    /// <summary>For tests: limits the number of hashes that are in memory at once.</summary>
    public HeapReader(HeapSource source, int textsAtOnce)
    {
        _source = source;
        _textsAtOnce = textsAtOnce;
        _texts = new TextCensus(textsAtOnce);
        _walker = new HeapWalker(source.Layout, source.Memory, source.Types);
        _index = new ObjectIndex(source.Layout);
        _owners = new CollectionOwners(source.Layout, source.Types.Places);
    }

    /// <summary>The minimum share of the heap for a field to get its own row.</summary>
    public double MinOwnerShare { get; init; } = 0.01;

    /// <summary>Takes the census.</summary>
    /// <param name="topTexts">The number of strings to report, those whose copies take the most memory.</param>
    /// <param name="showTexts">Whether to read these strings.</param>
    /// <param name="progress">Receives the current activity and the completed share.</param>
    /// <param name="cancellationToken">Cancels the census.</param>
    public HeapCensus Read(int topTexts, bool showTexts, Action<string, double> progress, CancellationToken cancellationToken)
    {
        using var numbering = new TextNumbering(_index, _texts, _source.Memory);
        var strings = new StringVisitor(_owners, numbering);
        _walker.Walk(ref strings, share => progress("Reading strings", share * FirstShare), cancellationToken);
        numbering.Complete();

        (long unread, long missing) = (_walker.UnreadBytes, _walker.MissingBytes);
        for (long rejected = numbering.Rejected; rejected > 0;)
        {
            _texts.BeginPass();
            var others = new RejectedVisitor(_index, _texts, _source.Memory);
            _walker.Walk(ref others, _ => progress("Reading more strings", FirstShare), cancellationToken);
            rejected = others.Rejected;
        }

        _texts.EndNumbering();
        _index.Complete();
        _index.ForEach((ordinal, _, age) => _texts.CountString(_index.NumberOf(ordinal), age));
        _owners.Complete();
        using var traits = new CollectionTraits(_owners);
        FindOwners(traits, share => progress("Reading owners", FirstShare + (share * SecondShare)), cancellationToken);
        const double Done = FirstShare + SecondShare;

        // The hashes of strings were freed; the hashes of contents take at most the same memory.
        using var contents = new EqualContents(_index, _textsAtOnce);
        using AddressBits? arrays = _source.Types.HasValues ? new AddressBits(_source.Layout, BitList.WordBits) : null;
        var references = new ReferenceVisitor(_index, _owners, traits, contents, _source.Memory, _source.Types, arrays);
        _walker.Walk(ref references, share => progress("Reading references", Done + (share * (1 - Done))), cancellationToken);
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
            Places = Places(strings.Bytes, contents, arrays, cancellationToken),
            TopTexts = TopTexts(topTexts, showTexts),
            UnreadBytes = unread,
            MissingBytes = missing,
        };
    }

    /// <summary>
    /// Reads a sample of the strings of a place: all copies of randomly chosen distinct strings, so that strings repeat as often
    /// as in the place. If there are few distinct strings, chooses individual strings instead.
    /// </summary>
    /// <param name="place">The place.</param>
    /// <param name="most">The approximate number of strings to read.</param>
    /// <param name="longest">Maximum length in chars; longer strings are skipped.</param>
    /// <param name="accept">Receives each string, in address order.</param>
    public void Sample(PlaceCensus place, long most, int longest, Action<string> accept)
    {
        if (place.Held is not { } strings || place.Strings == 0)
        {
            return;
        }

        // With few distinct strings, choosing all copies of some of them would yield too many strings or none.
        double share = Math.Min(1, (double)most / place.Strings);
        bool isByText = share * place.Distinct >= MinSampledTexts;
        using var chosen = new BitList(_index.Count);
        strings.ForEach((ordinal, text) =>
        {
            if (_texts.LengthOf(text) <= longest && IsChosen(isByText ? (uint)text : ordinal, share))
            {
                chosen.Set(ordinal);
            }
        });
        ReadChosen(chosen, accept);
    }

    /// <summary>Some distinct strings of a place, in address order.</summary>
    /// <param name="place">The place.</param>
    /// <param name="most">The maximum number of strings to return.</param>
    /// <param name="longest">Maximum length in chars; longer strings are skipped.</param>
    public IReadOnlyList<string> Examples(PlaceCensus place, int most, int longest)
    {
        var examples = new List<string>();
        var texts = new HashSet<int>();
        using var chosen = new BitList(_index.Count);
        place.Held?.ForEach((ordinal, text) =>
        {
            if (texts.Count < most && _texts.LengthOf(text) <= longest && texts.Add(text))
            {
                chosen.Set(ordinal);
            }
        });
        ReadChosen(chosen, examples.Add);
        return examples;
    }

    /// <summary>Frees the native memory.</summary>
    public void Dispose()
    {
        _texts.Dispose();
        _index.Dispose();
        _owners.Dispose();
        _seen.Dispose();
        foreach (Place place in _source.Types.Places.All)
        {
            place.Strings?.Dispose();
        }
    }

    private static int TextsAtOnce(long heapBytes) =>
        (int)(Math.Clamp(heapBytes / HeapBytesPerByte, MinBytes, MaxBytes) / TextTable.BytesAtOnce);

    // The numbers of strings and of their values correlate with the addresses, so the numbers are hashed before comparison.
    private static bool IsChosen(uint number, double share) => number * 0x9E3779B1u <= share * uint.MaxValue;

    private void FindOwners(CollectionTraits traits, Action<double> progress, CancellationToken cancellationToken)
    {
        Span<byte> reference = stackalloc byte[sizeof(ulong)];
        foreach ((ulong address, int owner) in _source.Types.Statics)
        {
            if (_source.Memory.Read(address, reference) == reference.Length)
            {
                _owners.NoteField(BinaryPrimitives.ReadUInt64LittleEndian(reference), owner);
            }
        }

        int staticField = _source.Types.Places.NumberOf(StaticField, null);
        foreach (ulong table in _source.Types.StaticTables)
        {
            _owners.NoteField(table, staticField);
        }

        // If the first reference to a collection is from a dead or circular collection, a further walk may find an owner through
        // another reference.
        long unknown = long.MaxValue;
        for (int walk = 0; walk < MaxOwnerWalks; walk++)
        {
            var visitor = new OwnerVisitor(_owners, traits, _source.Memory);
            _walker.Walk(ref visitor, progress, cancellationToken);
            long left = _owners.Resolve();
            if (left > MaxShareLeft * unknown || left < MinUnknownShare * _owners.Count)
            {
                break;
            }

            unknown = left;
        }
    }

    // Merges small owners of the same kind of collection into one place. An owner of more than half of the references keeps its
    // row.
    private Place[] MergeSmallOwners(long heapBytes)
    {
        Place[] held = HeldPlaces();

        // Keys and values of a dictionary must keep or lose their owner together.
        HashSet<HeapHolder> notable = [.. held.Where(place => IsNotable(place, heapBytes)).SelectMany(static place => place.Holders)];
        foreach (Place[] parts in KindsOf(held))
        {
            long most = parts.Sum(static place => place.References) / 2;
            Place[] small =
            [
                .. parts.Where(
                    place => place.Owner is not null && place.References <= most && !place.Holders.Exists(notable.Contains)),
            ];
            if (small.Length > 1 || (small.Length == 1 && Array.Exists(parts, static place => place.Owner is null)))
            {
                Place rest = _source.Types.Places.Of(small[0], null);
                foreach (Place place in small)
                {
                    rest.MergeFrom(place, _index.Count, _seen);
                }
            }
        }

        return HeldPlaces();
    }

    private Place[] HeldPlaces() => [.. _source.Types.Places.All.Where(static place => place.Strings is not null)];

    // The places of one field, array or dictionary type, each with a different owner.
    private static IEnumerable<Place[]> KindsOf(Place[] places) =>
        places.GroupBy(static place => (place.FullName, place.Kind)).Select(Enumerable.ToArray);

    // Each owner is a group. Until the next garbage collection, a table that has grown exists twice. The old table has no owner,
    // and belongs to the largest group.
    private static IEnumerable<Place[]> WithDeadTables(Place[] kind)
    {
        Place? largest = kind.Where(static place => place.Owner is not null).MaxBy(static place => place.References);
        Place[] dead = [.. kind.Where(static place => place.Owner is null)];
        return largest is null ? [dead] : kind.Except(dead).Select(place => place == largest ? [place, .. dead] : new[] { place });
    }

    private bool IsNotable(Place place, long heapBytes)
    {
        double notable = MinOwnerShare * heapBytes;
        long bytes = place.Holders.Sum(static holder => holder.Bytes) + CachedArrays.BytesOf(place);
        if (bytes < notable)
        {
            place.Strings!.ForEach(_seen, ordinal => bytes += TextCensus.BytesOf(_texts.LengthOf(_index.NumberOf(ordinal))));
        }

        return bytes >= notable;
    }

    private List<PlaceCensus> Places(long heapBytes, EqualContents contents, AddressBits? arrays, CancellationToken cancellationToken)
    {
        Place[] places = MergeSmallOwners(heapBytes);

        Place[][] groups = [.. KindsOf(places).SelectMany(WithDeadTables)];
        using BitList shared = InSeveral(groups, cancellationToken);
        using var owned = new BitList(_index.Count);
        foreach (Place place in places.Where(static place => place.Owner is not null))
        {
            place.Strings!.ForEach(_seen, ordinal => owned.Set(ordinal));
        }

        using var seenTexts = new BitList(_texts.Count);
        var values = new CachedArrays(groups, arrays);
        Dictionary<Place, EqualCollections> equal = EqualCollectionsOf(places, contents, cancellationToken);
        List<PlaceCensus> found = WithNamesOfTheirOwn(
            [.. places.Select(place => CensusOf(place, shared, owned, seenTexts, values) with { Equal = equal.GetValueOrDefault(place) })]);
        found.Sort(static (a, b) => (SizeOf(b), b.RepeatedBytes, a.Name).CompareTo((SizeOf(a), a.RepeatedBytes, b.Name)));
        return found;

        static long SizeOf(PlaceCensus place) => place.Bytes + place.ValueBytes;
    }

    // The strings in places of more than one group.
    private BitList InSeveral(IEnumerable<IEnumerable<Place>> groups, CancellationToken cancellationToken)
    {
        using var held = new BitList(_index.Count);
        using var inGroup = new BitList(_index.Count);
        var several = new BitList(_index.Count);
        foreach (IEnumerable<Place> places in groups)
        {
            cancellationToken.ThrowIfCancellationRequested();
            foreach (Place place in places)
            {
                place.Strings!.ForEach(_seen, ordinal =>
                {
                    if (inGroup.Set(ordinal) && !held.Set(ordinal))
                    {
                        several.Set(ordinal);
                    }
                });
            }

            foreach (Place place in places)
            {
                place.Strings!.ForEach(_seen, ordinal => inGroup.ClearAround(ordinal));
            }
        }

        return several;
    }

    // Groups of places that have collections in common, directly or through other places.
    private static List<List<Place>> Connected(IEnumerable<Place> places)
    {
        var groups = new List<List<Place>>();
        foreach (Place place in places)
        {
            List<List<Place>> touched = groups.FindAll(group => group.Exists(other => other.Holders.Exists(place.Holders.Contains)));
            groups.RemoveAll(touched.Contains);
            groups.Add([place, .. touched.SelectMany(static group => group)]);
        }

        return groups;
    }

    // Places of the same collections, such as keys and values of a dictionary, share a result. Each array and each string is
    // counted once.
    private Dictionary<Place, EqualCollections> EqualCollectionsOf(
        Place[] places, EqualContents contents, CancellationToken cancellationToken)
    {
        var found = new Dictionary<Place, EqualCollections>();
        IGrouping<HeapHolder, Place>[] groups =
        [
            .. places
                .Where(static place => place.Holders.Exists(static holder => holder.EqualArrays > 0))
                .GroupBy(static place => place.Holders.MaxBy(static holder => (holder.RepeatedBytes, holder.Number))!),
        ];
        // Sharing collections of one group does not free strings that collections of another group refer to.
        using BitList several = InSeveral(Connected(groups.SelectMany(static group => group)), cancellationToken);
        HashSet<HeapHolder> counted = [.. groups.Select(static group => group.Key)];
        foreach (IGrouping<HeapHolder, Place> group in groups)
        {
            HeapHolder[] holders = [group.Key, .. group.SelectMany(static place => place.Holders).Where(counted.Add)];
            long strings = 0;
            long bytes = 0;
            foreach (Place place in group)
            {
                place.Strings!.ForEach(_seen, ordinal =>
                {
                    if (!several[ordinal] && contents.Keep(ordinal))
                    {
                        strings++;
                        bytes += TextCensus.BytesOf(_texts.LengthOf(_index.NumberOf(ordinal)));
                    }
                });
            }

            var equal = new EqualCollections(
                holders.Sum(static holder => holder.EqualArrays),
                holders.Sum(static holder => holder.EqualContents),
                holders.Sum(static holder => holder.RepeatedBytes),
                strings,
                bytes)
            {
                Lists = holders.Sum(static holder => holder.EqualLists),
            };
            foreach (Place place in group)
            {
                found.Add(place, equal);
            }
        }

        return found;
    }

    // Full names distinguish types of the same name in different namespaces.
    private static List<PlaceCensus> WithNamesOfTheirOwn(IReadOnlyList<PlaceCensus> places) =>
    [
        .. places
            .GroupBy(static place => place.Name, StringComparer.Ordinal)
            .SelectMany(static group => group.Count() == 1 ? group : group.Select(place => place with { Name = place.FullName })),
    ];

    private PlaceCensus CensusOf(Place place, BitList shared, BitList owned, BitList seenTexts, CachedArrays values)
    {
        long strings = 0;
        long distinct = 0;
        long bytes = 0;
        long distinctBytes = 0;
        long distinctChars = 0;
        long ownBytes = 0;
        bool isDead = place.InheritsOwner && place.Owner is null;
        place.Strings!.ForEach(_seen, ordinal =>
        {
            int text = _index.NumberOf(ordinal);
            int chars = _texts.LengthOf(text);
            long size = TextCensus.BytesOf(chars);
            strings++;
            bytes += size;
            if (!shared[ordinal] && !(isDead && owned[ordinal]))
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
        place.Strings.ForEach(_seen, ordinal => seenTexts.ClearAround(_index.NumberOf(ordinal)));
        return new PlaceCensus(
            place.Owner is null ? place.Name : $"{place.Owner.Name}{PlaceCensus.OwnerSeparator}{place.Name}",
            place.Owner is null ? place.FullName : $"{place.Owner.FullName}{PlaceCensus.OwnerSeparator}{place.FullName}",
            place.Kind,
            place.OldReferences,
            place.References,
            strings,
            distinct,
            bytes,
            bytes - distinctBytes,
            distinctChars,
            ownBytes,
            place.Holders.Sum(static holder => holder.Objects),
            place.Holders.Sum(static holder => holder.Bytes),
            CachedArrays.BytesOf(place))
        {
            Owner = place.Owner?.FullName,
            ValueSize = place.Holders.Count == 0 ? 0 : place.Holders.Max(static holder => holder.Type.ValueSize),
            HasReferenceValues = place.Holders.Exists(static holder => holder.Type.HasReferenceValues),
            HasOwner = place.Owner is not null || !place.InheritsOwner || place.Kind == PlaceKind.CacheKeys,
            OwnValueBytes = values.OwnBytesOf(place),
            OwnValues = values.OwnArraysOf(place),
            ValueCopyBytes = CachedArrays.CopyBytesOf(place),
            Held = new PlaceStrings(
                place.Strings, _index.Count, _texts.Count, _index.NumberOf, text => TextCensus.BytesOf(_texts.LengthOf(text))),
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
                ref ulong first = ref CollectionsMarshal.GetValueRefOrNullRef(addresses, _index.NumberOf(ordinal));
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
            accept(ReadText(address, _texts.LengthOf(_index.NumberOf(ordinal))));
        }
    });

    private string ReadText(ulong address, int chars) => string.Create(chars, (_source.Memory, address), static (text, from) =>
    {
        const int HeadBytes = 12;
        int read = from.Memory.Read(from.address + HeadBytes, MemoryMarshal.AsBytes(text));
        text[(read / sizeof(char))..].Clear();
    });
}
