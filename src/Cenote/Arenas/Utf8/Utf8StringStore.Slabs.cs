using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <content>Allocation and release of slabs.</content>
public sealed partial class Utf8StringStore
{
    private void ClearIfEnabled(Utf8Slab? slab)
    {
        if (_clears && slab is { IsDiscarded: false, Number: not 0 })
        {
            slab.Clear();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Utf8Stripe CreateStripe(ref Utf8Stripe? place)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            return place ??= new Utf8Stripe();
        }
    }

    // A slab for a string; null if there is no memory, even after releasing empty slabs, if no id is left, if the string is too
    // long, or if the store is disposed.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private Utf8Slab? Prepare(Utf8Stripe stripe, int length)
    {
        Invariant.Holds(stripe.Gate);
        Utf8Slab? slab = TryPrepare(stripe, length, out bool lacksMemory);
        int own = Array.IndexOf(_stripes, stripe);
        for (int i = 0; lacksMemory && i < _stripes.Length; i++)
        {
            // Skips locked stripes: waiting for one while holding another could deadlock.
            Utf8Stripe? other = _stripes[(own + i) & (_stripes.Length - 1)];
            if (other is { MayHaveEmptySlab: true } && other.Gate.TryEnter())
            {
                try
                {
                    ReleaseEmptySlabs(other);
                }
                finally
                {
                    other.Gate.Exit();
                }

                slab = TryPrepare(stripe, length, out lacksMemory);
            }
        }

        return slab;
    }

    // Reuses a slab whose memory was decommitted, or creates one.
    private Utf8Slab? TryPrepare(Utf8Stripe stripe, int length, out bool lacksMemory)
    {
        lacksMemory = false;
        using (UninterruptibleLock.Enter(_gate))
        {
            if (_isDisposed || length > Utf8SizeClass.Longest)
            {
                return null;
            }

            bool isLong = length > Utf8SizeClass.MaxSharedLength;
            ref Utf8Slab? vacant = ref isLong ? ref _vacant : ref stripe.Discarded(Utf8SizeClass.Of(length));
            bool hasNumber = vacant is not null || HasNumbers;
            Utf8Slab? slab = (isLong ? null : TryReuse(ref vacant)) ?? CreateSlab(stripe, length);
            lacksMemory = slab is null && hasNumber;
            if (slab is not null)
            {
                stripe.List(slab);
            }

            return slab;
        }
    }

    // Empty slabs are kept until other lengths need the memory. If the limit is reached, decommitting these slabs is enough, and
    // they keep their numbers. Otherwise the addresses of the slabs are needed, too.
    private void ReleaseEmptySlabs(Utf8Stripe stripe)
    {
        Invariant.Holds(stripe.Gate);
        bool keepsNumbers = _space.LimitReached;
        Utf8Slab? next = stripe.TakeEmptySlabs();
        while (next is { } slab)
        {
            next = slab.Next;
            slab.Next = null;
            if (keepsNumbers)
            {
                Discard(slab);
            }
            else
            {
                Abandon(slab);
            }
        }
    }

    private Utf8Slab? TryReuse(ref Utf8Slab? vacant)
    {
        Invariant.Holds(_gate);
        if (vacant is not { } slab || !_space.TryReuse(slab.Run))
        {
            return null;
        }

        Invariant.Holds(slab.IsDiscarded && slab.Live == 0, "The list contains only empty slabs whose memory was decommitted.");
        vacant = slab.NextVacant;
        slab.NextVacant = null;
        slab.IsDiscarded = false;
        return slab;
    }

    private Utf8Slab? CreateSlab(Utf8Stripe stripe, int length)
    {
        Invariant.Holds(_gate);
        bool isLong = length > Utf8SizeClass.MaxSharedLength;
        Utf8Slab? former = isLong ? _vacant : null;
        if (former is null && !TryMakePlace())
        {
            return null;
        }

        if (!_space.TryLend(isLong ? GranulesFor(length) : 1, indexed: false, out PageRun run))
        {
            return null;
        }

        int place = former?.Place ?? _slabCount;
        Utf8Slab slab;
        try
        {
            slab = new Utf8Slab(stripe, run, length, _terminator)
            {
                Place = place,
                Number = _firstNumber + place,
                FirstGeneration = former?.FirstGeneration ?? 0,
            };
        }
        catch (OutOfMemoryException)
        {
            // There is no managed memory for the slab.
            _space.Return(run);
            throw;
        }

        if (former is null)
        {
            _slabCount++;
        }
        else
        {
            _vacant = former.NextVacant;
        }

        Invariant.Holds(slab.Place < _slabCount && slab.Number != 0, "The slab's place exists, and the slab's number is not 0.");
        Volatile.Write(ref _slabs[place], slab);
        return slab;
    }

    private bool TryMakePlace()
    {
        if (!HasNumbers)
        {
            return false;
        }

        if (_slabCount == _slabs.Length)
        {
            Utf8Slab?[] slabs = new Utf8Slab?[(int)Math.Clamp(2L * _slabCount, 16, Array.MaxLength)];
            _slabs.CopyTo(slabs, 0);
            Volatile.Write(ref _slabs, slabs);
        }

        return true;
    }

    private static uint GranulesFor(int length) => (uint)(
        ((ulong)length + Utf8SizeClass.LengthBytes + AddressSpace.GranuleBytes - 1) / AddressSpace.GranuleBytes);

    // Called after the last string of a slab was removed.
    private void HandleEmpty(Utf8Slab slab)
    {
        Invariant.Holds(slab.Stripe.Gate);
        if (slab.Class == Utf8Slab.NoClass || slab.IsExhausted)
        {
            Abandon(slab);
        }
        else if (slab.Stripe.Keep(slab))
        {
            slab.Stripe.List(slab);
        }
        else
        {
            Discard(slab);
        }
    }

    private void Discard(Utf8Slab slab)
    {
        Invariant.Holds(slab.Stripe.Gate);
        Invariant.Holds(!slab.IsDiscarded, "The slab's memory is not decommitted yet.");
        slab.Renew();
        if (slab.IsExhausted)
        {
            Abandon(slab);
            return;
        }

        ref Utf8Slab? discarded = ref slab.Stripe.Discarded(slab.Class);
        slab.IsDiscarded = true;
        slab.NextVacant = discarded;
        discarded = slab;
        using (UninterruptibleLock.Enter(_gate))
        {
            _ = _space.Discard(slab.Run);
        }
    }

    // The number must be cleared before the memory gets another owner.
    private void Abandon(Utf8Slab slab)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            slab.Number = 0;
            slab.Renew();
            if (slab.Class == Utf8Slab.NoClass && !slab.IsExhausted)
            {
                slab.NextVacant = _vacant;
                _vacant = slab;
            }
            else
            {
                Volatile.Write(ref _slabs[slab.Place], null);
            }

            _space.Return(slab.Run);
        }
    }

    // Slabs move towards the front of the array, so the index written was already visited.
    private void Restart(Utf8Slab slab)
    {
        ClearIfEnabled(slab);
        if (slab.Class == Utf8Slab.NoClass)
        {
            if (slab.Number != 0)
            {
                slab.Number = 0;
                _space.Return(slab.Run);
            }

            return;
        }

        slab.Place = _slabCount;
        slab.Restart(_firstNumber + _slabCount);
        slab.IsListed = false;
        _slabs[_slabCount++] = slab;
        if (slab.IsDiscarded)
        {
            ref Utf8Slab? discarded = ref slab.Stripe.Discarded(slab.Class);
            slab.NextVacant = discarded;
            discarded = slab;
        }
        else
        {
            slab.Stripe.List(slab);
            slab.Stripe.MayHaveEmptySlab = true;
        }
    }
}
