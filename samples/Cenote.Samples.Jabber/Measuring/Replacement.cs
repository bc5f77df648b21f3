using System.Diagnostics;
using System.Text;
using Cenote.Measurement;
using Cenote.Samples.Jabber.Storage;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>
/// Replaces random addresses of a UTF-8 store, as in a server whose sessions come and go. Runs in a separate process.
/// </summary>
internal sealed class Replacement : IDisposable
{
    // 750,000 live addresses for ten million replacements.
    private const int Live = 3;
    private const int ReplacedPerLive = 40;

    private const int LongestBatch = 4_096;

    private readonly AddressSource _source = new();
    private readonly JabberIdStore<byte> _store = new();
    private readonly CompactJabberId[] _ids;
    private readonly int[] _hashes;
    private readonly Batch _batch;
    private readonly int[] _slots;
    private readonly CompactJabberId[] _removed;
    private readonly CompactJabberId[] _added;
    private SplitMix64 _random = new(0);

    private Replacement(int live)
    {
        _ids = new CompactJabberId[live];
        _hashes = new int[live];
        int length = Math.Min(live, LongestBatch);
        _batch = new Batch(length);
        _slots = new int[length];
        _removed = new CompactJabberId[length];
        _added = new CompactJabberId[length];
    }

    /// <summary>The number of live addresses for a number of replacements.</summary>
    public static int LiveOf(int replaced) => (int)((long)replaced * Live / ReplacedPerLive);

    /// <summary>Measures the replacement of addresses.</summary>
    /// <param name="replaced">The number of addresses to replace, rounded up to whole batches.</param>
    /// <exception cref="InvalidOperationException">An address was lost, or a removed one was found.</exception>
    public static ReplacementResult Measure(int replaced)
    {
        using var replacement = new Replacement(LiveOf(replaced));
        return replacement.Run(replaced);
    }

    public void Dispose() => _store.Dispose();

    private ReplacementResult Run(int replaced)
    {
        Fill();
        for (int i = 0; i < _ids.Length; i += _slots.Length)
        {
            ReplaceBatch();
        }

        double[] nanoseconds = new double[(replaced + _slots.Length - 1) / _slots.Length];
        ManagedHeap.Return();
        long bytes = ResidentMemory.Bytes;
        int collections = GC.CollectionCount(0);
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < nanoseconds.Length; i++)
        {
            nanoseconds[i] = ReplaceBatch();
        }

        allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
        collections = GC.CollectionCount(0) - collections;
        long bytesAfter = ResidentMemory.Bytes;
        CheckAll();
        return new ReplacementResult(Spread.Of(nanoseconds).Median, bytes, bytesAfter, collections, allocated);
    }

    private void Fill()
    {
        for (int slot = 0; slot < _ids.Length; slot++)
        {
            int number = slot % _slots.Length;
            if (number == 0)
            {
                _batch.Fill(_source);
            }

            _ids[slot] = _store.Add(_batch[number]);
            _hashes[slot] = _batch[number].GetHashCode();
        }
    }

    // Only removing and adding are timed, not generating the addresses, choosing the ones to remove, or checking.
    private double ReplaceBatch()
    {
        _batch.Fill(_source);
        for (int i = 0; i < _slots.Length; i++)
        {
            // Chooses one address from each range of slots, so that no address is chosen twice.
            int stretch = _ids.Length / _slots.Length;
            _slots[i] = (i * stretch) + _random.Next(stretch);
            _removed[i] = _ids[_slots[i]];
        }

        Shuffle();
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < _slots.Length; i++)
        {
            _store.Remove(_removed[i]);
            _added[i] = _store.Add(_batch[i]);
        }

        double nanoseconds = Stopwatch.GetElapsedTime(start).TotalNanoseconds / _slots.Length;
        for (int i = 0; i < _slots.Length; i++)
        {
            _ids[_slots[i]] = _added[i];
            _hashes[_slots[i]] = _batch[i].GetHashCode();
            Require(!_store.TryGet(_removed[i], out _), "A removed address was found.");
        }

        return nanoseconds;
    }

    // The order is random; otherwise memory would be read sequentially.
    private void Shuffle()
    {
        for (int i = _slots.Length - 1; i > 0; i--)
        {
            int other = _random.Next(i + 1);
            (_slots[i], _slots[other]) = (_slots[other], _slots[i]);
            (_removed[i], _removed[other]) = (_removed[other], _removed[i]);
        }
    }

    private void CheckAll()
    {
        Require(_store.Count == _ids.Length, "The store has a different number of addresses.");
        for (int slot = 0; slot < _ids.Length; slot++)
        {
            Require(
                _store.TryGet(_ids[slot], out JabberIdParts<byte> parts) && parts.GetHashCode() == _hashes[slot],
                "An address was lost.");
        }
    }

    private static void Require(bool isTrue, string otherwise)
    {
        if (!isTrue)
        {
            throw new InvalidOperationException(otherwise);
        }
    }

    /// <summary>Consecutive prepared addresses, generated before the timer starts.</summary>
    private sealed class Batch(int length)
    {
        private readonly byte[] _text = new byte[length * JabberIdText.MaximumLength];
        private readonly (int Start, int Local, int Domain, int Resource)[] _places = new (int, int, int, int)[length];

        public JabberIdParts<byte> this[int number]
        {
            get
            {
                (int start, int local, int domain, int resource) = _places[number];
                ReadOnlySpan<byte> text = _text.AsSpan(start);
                return new JabberIdParts<byte>(text[..local], text.Slice(local, domain), text.Slice(local + domain, resource));
            }
        }

        public void Fill(AddressSource source)
        {
            Span<char> utf16 = stackalloc char[JabberIdText.MaximumLength];
            Span<byte> utf8 = stackalloc byte[JabberIdText.MaximumLength];
            Span<byte> scratch = stackalloc byte[JabberIdText.ScratchLength];
            int start = 0;
            for (int i = 0; i < length; i++)
            {
                int bytes = Encoding.UTF8.GetBytes(utf16[..source.Next(utf16)], utf8);
                if (!JabberIdText.TryPrepare(utf8[..bytes], scratch, out JabberIdParts<byte> parts, out JabberIdFault fault))
                {
                    throw new JabberIdException(fault);
                }

                _places[i] = (start, Append(parts.Local), Append(parts.Domain), Append(parts.Resource));
            }

            int Append(ReadOnlySpan<byte> part)
            {
                part.CopyTo(_text.AsSpan(start));
                start += part.Length;
                return part.Length;
            }
        }
    }
}
