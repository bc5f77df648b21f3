using System.Runtime.CompilerServices;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <content>Where slabs come from, and where they go.</content>
public sealed partial class Utf8StringArena
{
    private void ClearIfAsked(Utf8Slab? slab)
    {
        if (_clears && slab is { IsDiscarded: false, Number: not 0 })
        {
            slab.Clear();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Utf8Stripe MakeStripe(ref Utf8Stripe? place)
    {
        using (Uninterrupted.Enter(_gate))
        {
            return place ??= new Utf8Stripe();
        }
    }

    // Memory for a text; null if it is refused and no empty slab is left to release.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private Utf8Slab? Prepare(Utf8Stripe stripe, int length)
    {
        Invariant.Holds(stripe.Gate);
        Utf8Slab? slab = TryPrepare(stripe, length, out bool lacksMemory);
        int own = Array.IndexOf(_stripes, stripe);
        for (int i = 0; lacksMemory && i < _stripes.Length; i++)
        {
            // Nobody waits for another stripe while holding one, so one that is in use is passed by.
            Utf8Stripe? other = _stripes[(own + i) & (_stripes.Length - 1)];
            if (other is { MayHaveEmpty: true } && other.Gate.TryEnter())
            {
                try
                {
                    GiveBackEmpty(other);
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

    // The memory of a slab that was given back, or of a new one.
    private Utf8Slab? TryPrepare(Utf8Stripe stripe, int length, out bool lacksMemory)
    {
        lacksMemory = false;
        using (Uninterrupted.Enter(_gate))
        {
            if (_isDisposed || length > Utf8SizeClass.Longest)
            {
                return null;
            }

            bool isLong = length > Utf8SizeClass.LongestShared;
            ref Utf8Slab? vacant = ref isLong ? ref _vacant : ref stripe.Discarded(Utf8SizeClass.Of(length));
            bool hasNumber = vacant is not null || HasNumbers;
            Utf8Slab? slab = (isLong ? null : Readmit(ref vacant)) ?? Make(stripe, length);
            lacksMemory = slab is null && hasNumber;
            if (slab is not null)
            {
                stripe.List(slab);
            }

            return slab;
        }
    }

    // Slabs without texts are kept for others of their length, until another length needs the memory. If it is the limit that
    // refuses, they keep their numbers. Otherwise only the addresses that they have help.
    private void GiveBackEmpty(Utf8Stripe stripe)
    {
        Invariant.Holds(stripe.Gate);
        bool keepsNumbers = _space.LimitReached;
        Utf8Slab? next = stripe.TakeEmpty();
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

    private Utf8Slab? Readmit(ref Utf8Slab? vacant)
    {
        Invariant.Holds(_gate);
        if (vacant is not { } slab || !_space.Readmit(slab.Run))
        {
            return null;
        }

        Invariant.Holds(slab.IsDiscarded && slab.Live == 0, "The list has the slabs whose memory was returned.");
        vacant = slab.NextVacant;
        slab.NextVacant = null;
        slab.IsDiscarded = false;
        return slab;
    }

    private Utf8Slab? Make(Utf8Stripe stripe, int length)
    {
        Invariant.Holds(_gate);
        bool isLong = length > Utf8SizeClass.LongestShared;
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
                FirstLife = former?.FirstLife ?? 0,
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

        Invariant.Holds(slab.Place < _slabCount && slab.Number != 0, "An id finds the slab by its number.");
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

    // The last string of a slab was freed.
    private void HandleEmpty(Utf8Slab slab)
    {
        Invariant.Holds(slab.Stripe.Gate);
        if (slab.Class == Utf8Slab.NoClass || slab.IsWornOut)
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
        Invariant.Holds(!slab.IsDiscarded, "The memory of a slab is returned once.");
        slab.Renew();
        if (slab.IsWornOut)
        {
            Abandon(slab);
            return;
        }

        ref Utf8Slab? discarded = ref slab.Stripe.Discarded(slab.Class);
        slab.IsDiscarded = true;
        slab.NextVacant = discarded;
        discarded = slab;
        using (Uninterrupted.Enter(_gate))
        {
            _ = _space.Discard(slab.Run);
        }
    }

    // No id finds the slab any more before its memory gets another owner.
    private void Abandon(Utf8Slab slab)
    {
        using (Uninterrupted.Enter(_gate))
        {
            slab.Number = 0;
            slab.Renew();
            if (slab.Class == Utf8Slab.NoClass && !slab.IsWornOut)
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

    // Slabs move to the front, so a place that is written to has been looked at.
    private void Restart(Utf8Slab slab)
    {
        ClearIfAsked(slab);
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
            slab.Stripe.MayHaveEmpty = true;
        }
    }
}
