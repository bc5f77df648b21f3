using System.Buffers.Binary;
using System.IO.Hashing;
using System.Runtime.InteropServices;

namespace Cenote.Heap;

/// <summary>Takes the census of a heap in two walks: the first finds all strings, the second what refers to them.</summary>
internal sealed class HeapReader : IDisposable
{
    private const double FirstShare = 0.6;

    private readonly HeapSource _source;
    private readonly HeapWalker _walker;
    private readonly StringIndex _index;
    private readonly TextCensus _texts = new();

    // For whoever tells strings apart: all 0 in between.
    private BitList _seen = new(0);

    public HeapReader(HeapSource source)
    {
        _source = source;
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
        _texts.EndNumbering();
        _index.Complete();
        _index.ForEach((ordinal, _, age) => _texts.CountString(_index.TextOf(ordinal), age));
        var references = new ReferenceVisitor(_index, _source.Memory);
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
    /// <param name="longest">Longer strings are left out, in chars.</param>
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
        _index.ForEach((ordinal, address, _) =>
        {
            if (chosen[ordinal])
            {
                accept(ReadText(address, _texts.LengthOf(_index.TextOf(ordinal))));
            }
        });
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

    private string ReadText(ulong address, int chars) => string.Create(chars, (_source.Memory, address), static (text, from) =>
    {
        const int HeadBytes = 12;
        int read = from.Memory.Read(from.address + HeadBytes, MemoryMarshal.AsBytes(text));
        text[(read / sizeof(char))..].Clear();
    });

    private struct StringVisitor(StringIndex index, TextCensus texts, IHeapMemory memory) : IHeapVisitor
    {
        private const int HeadBytes = 12;

        private byte[]? _block;

        public long Objects { get; private set; }

        public long Bytes { get; private set; }

        public long OldObjects { get; private set; }

        public long FreeBytes { get; private set; }

        public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size)
        {
            if (type.IsFree)
            {
                FreeBytes += size;
                return;
            }

            Objects++;
            Bytes += size;
            OldObjects += at.Age == HeapAge.Old ? 1 : 0;
            type.Objects++;
            type.Bytes += size;
            if (!type.IsString)
            {
                return;
            }

            int chars = BinaryPrimitives.ReadInt32LittleEndian(content[sizeof(ulong)..]);
            long length = (long)chars * sizeof(char);
            UInt128 hash = HeadBytes + length <= content.Length
                ? TextTable.Hash(content.Slice(HeadBytes, (int)length))
                : HashLarge(at.Address + HeadBytes, length);
            index.Add(at.Range, at.Address, texts.NumberOf(hash, chars));
        }

        private UInt128 HashLarge(ulong address, long length)
        {
            var hash = new XxHash128();
            byte[] block = _block ??= GC.AllocateUninitializedArray<byte>(HeapWalker.BlockBytes);
            for (long done = 0; done < length;)
            {
                int read = memory.Read(address + (ulong)done, block.AsSpan(0, (int)Math.Min(block.Length, length - done)));
                if (read == 0)
                {
                    break;
                }

                hash.Append(block.AsSpan(0, read));
                done += read;
            }

            return hash.GetCurrentHashAsUInt128();
        }
    }

    private readonly struct ReferenceVisitor(StringIndex index, IHeapMemory memory) : IHeapVisitor
    {
        public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size)
        {
            if (type.Slots.Count == 0 && type.ValueOffset < 0)
            {
                return;
            }

            if (type.ComponentSize == 0)
            {
                Look(type, content);
                return;
            }

            if (size > content.Length)
            {
                LookAtLarge(type, at.Address, content);
                return;
            }

            uint count = BinaryPrimitives.ReadUInt32LittleEndian(content[sizeof(ulong)..]);
            LookAtElements(type, content.Slice(type.DataOffset, (int)(count * type.ComponentSize)));
        }

        private void LookAtLarge(HeapType type, ulong address, ReadOnlySpan<byte> head)
        {
            int element = (int)type.ComponentSize;
            byte[] block = GC.AllocateUninitializedArray<byte>(HeapWalker.BlockBytes / element * element);
            long length = (long)BinaryPrimitives.ReadUInt32LittleEndian(head[sizeof(ulong)..]) * element;
            for (long done = 0; done < length;)
            {
                Span<byte> part = block.AsSpan(0, (int)Math.Min(block.Length, length - done));
                if (memory.Read(address + (ulong)(type.DataOffset + done), part) < part.Length)
                {
                    break;
                }

                LookAtElements(type, part);
                done += part.Length;
            }
        }

        private void LookAtElements(HeapType type, ReadOnlySpan<byte> elements)
        {
            for (int at = 0; at < elements.Length; at += (int)type.ComponentSize)
            {
                Look(type, elements[at..]);
            }
        }

        private void Look(HeapType type, ReadOnlySpan<byte> content)
        {
            IReadOnlyList<HeapSlot> slots = type.Slots;
            for (int i = 0; i < slots.Count; i++)
            {
                HeapSlot slot = slots[i];
                ulong target = BinaryPrimitives.ReadUInt64LittleEndian(content[slot.Offset..]);
                if (target == 0 || !index.TryFind(target, out uint ordinal, out HeapAge age))
                {
                    continue;
                }

                Place place = slot.Place;
                place.References++;
                if (age == HeapAge.Literal)
                {
                    place.LiteralReferences++;
                }
                else if (age == HeapAge.Old)
                {
                    place.OldReferences++;
                    (place.Strings ??= new OrdinalSet(index.Count)).Add(ordinal);
                }
            }

            if (type.ValueOffset >= 0 && BinaryPrimitives.ReadUInt64LittleEndian(content[type.ValueOffset..]) is not 0 and var value)
            {
                CountValue(type, value);
            }
        }

        private void CountValue(HeapType type, ulong address)
        {
            const int ArrayHead = 24;
            if (type.Values++ < HeapType.MostValuesRead)
            {
                Span<byte> length = stackalloc byte[sizeof(uint)];
                memory.Read(address + sizeof(ulong), length);
                type.ValueBytes += (ArrayHead + BinaryPrimitives.ReadUInt32LittleEndian(length) + 7) & ~7L;
            }
        }
    }
}
