namespace Cenote.Interning;

/// <summary>Locks all stripes of a table, in their order.</summary>
internal readonly ref struct AllStripes<TEntry>
    where TEntry : struct, IInternEntry<TEntry>
{
    private readonly InternStripe<TEntry>[] _stripes;

    public AllStripes(InternStripe<TEntry>[] stripes)
    {
        _stripes = stripes;
        foreach (InternStripe<TEntry> stripe in stripes)
        {
            stripe.Gate.Enter();
        }
    }

    public void Dispose()
    {
        foreach (InternStripe<TEntry> stripe in _stripes)
        {
            stripe.Gate.Exit();
        }
    }
}
