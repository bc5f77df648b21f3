namespace Cenote.Interning;

/// <summary>Locks all stripes of a table, in their order.</summary>
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
            // A thread that waits for a gate can be interrupted. Nobody disposes of what was not made.
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
