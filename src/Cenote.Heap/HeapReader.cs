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
    private ulong[] _seen = [];

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
        _texts.Dispose();

        long unread = _walker.UnreadBytes;
        _index.Complete();
        var references = new ReferenceVisitor(_index, _source.Memory);
        _walker.Walk(
            ref references, share => progress("Reading references", FirstShare + (share * (1 - FirstShare))), cancellationToken);
        _seen = new ulong[(_index.Count + 63) / 64];
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
        var chosen = new HashSet<uint>();
        set.ForEach(_seen, ordinal =>
        {
            int text = _index.TextOf(ordinal);
            if (_texts.LengthOf(text) <= longest && IsChosen(text, share))
            {
                chosen.Add(ordinal);
            }
        });
        _index.ForEach((ordinal, address, _) =>
        {
            if (chosen.Contains(ordinal))
            {
                accept(ReadText(address, _texts.LengthOf(_index.TextOf(ordinal))));
            }
        });
    }

    /// <summary>Gives back what is off the heap.</summary>
    public void Dispose() => _texts.Dispose();

    // The numbers of texts follow their addresses, so that they are scattered before they are compared.
    private static bool IsChosen(int text, double share) => (uint)text * 0x9E3779B1u < share * uint.MaxValue;

    private List<PlaceCensus> Places(CancellationToken cancellationToken)
    {
        ulong[] held = new ulong[_seen.Length];
        ulong[] shared = new ulong[_seen.Length];
        Place[] places = [.. _source.Types.Places.Where(static place => place.Strings is not null)];
        foreach (Place place in places)
        {
            cancellationToken.ThrowIfCancellationRequested();
            place.Strings!.ForEach(_seen, ordinal =>
            {
                ulong bit = 1UL << (int)(ordinal % 64);
                shared[ordinal / 64] |= held[ordinal / 64] & bit;
                held[ordinal / 64] |= bit;
            });
        }

        ulong[] seenTexts = new ulong[(_texts.Count + 63) / 64];
        List<PlaceCensus> found = [.. places.Select(place => CensusOf(place, shared, seenTexts))];
        found.Sort(static (a, b) => (b.RepeatedBytes, b.Bytes, a.Name).CompareTo((a.RepeatedBytes, a.Bytes, b.Name)));
        return found;
    }

    private PlaceCensus CensusOf(Place place, ulong[] shared, ulong[] seenTexts)
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
            if ((shared[ordinal / 64] >> (int)(ordinal % 64) & 1) == 0)
            {
                ownBytes += size;
            }

            ulong bit = 1UL << (text % 64);
            if ((seenTexts[text / 64] & bit) == 0)
            {
                seenTexts[text / 64] |= bit;
                distinct++;
                distinctBytes += size;
                distinctChars += chars;
            }
        });
        place.Strings.ForEach(_seen, ordinal => seenTexts[_index.TextOf(ordinal) / 64] = 0);
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
                ? TextCensus.Hash(content.Slice(HeadBytes, (int)length))
                : HashLarge(at.Address + HeadBytes, length);
            index.Add(at.Range, at.Address, texts.Add(hash, chars, at.Age));
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
