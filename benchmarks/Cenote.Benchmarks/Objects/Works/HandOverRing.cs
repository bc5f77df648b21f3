namespace Cenote.Benchmarks.Objects.Works;

/// <summary>A ring from one thread to another one. Shorter than the pools, so that all items under way fit into any of them.</summary>
internal sealed class HandOverRing
{
    /// <summary>Items it holds.</summary>
    public const int Length = 32;

    private readonly byte[]?[] _items = new byte[]?[Length];

    /// <summary>Puts the item of that number, once there is room.</summary>
    public void Put(int number, byte[] item)
    {
        ref byte[]? place = ref _items[number & (Length - 1)];
        var wait = default(SpinWait);
        while (Volatile.Read(ref place) is not null)
        {
            wait.SpinOnce(sleep1Threshold: -1);
        }

        Volatile.Write(ref place, item);
    }

    /// <summary>Takes the item of that number, once it is there.</summary>
    public byte[] Take(int number)
    {
        ref byte[]? place = ref _items[number & (Length - 1)];
        var wait = default(SpinWait);
        while (true)
        {
            if (Volatile.Read(ref place) is { } item)
            {
                Volatile.Write(ref place, null);
                return item;
            }

            wait.SpinOnce(sleep1Threshold: -1);
        }
    }
}
