namespace Cenote.Interning;

/// <summary>Locks all stripes of a table in order.</summary>
internal readonly ref struct AllStripes<TEntry>
    where TEntry : struct, IInternEntry<TEntry>
{
    private readonly InternStripe<TEntry>[] _stripes;

    public AllStripes(InternStripe<TEntry>[] stripes)
    {
        _stripes = stripes;
        int entered = 0;
        try
        {
            while (entered < stripes.Length)
            {
                stripes[entered].Gate.Enter();
                entered++;
            }
        }
        catch
        {
            // A wait for a lock can be interrupted. The constructor then releases the locks it has, because the caller has
            // nothing to dispose.
            Exit(stripes.AsSpan(0, entered));
            throw;
        }
    }

    public void Dispose() => Exit(_stripes);

    private static void Exit(ReadOnlySpan<InternStripe<TEntry>> entered)
    {
        foreach (InternStripe<TEntry> stripe in entered)
        {
            stripe.Gate.Exit();
        }
    }
}
