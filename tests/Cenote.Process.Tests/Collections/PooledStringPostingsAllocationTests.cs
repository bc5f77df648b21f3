using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Collections;

/// <summary>In steady state nothing is allocated on the managed heap.</summary>
public sealed class PooledStringPostingsAllocationTests
{
    [Fact]
    public void Adding_reading_and_removing()
    {
        using var index = new PooledStringPostings();
        string[] keys = [.. Enumerable.Range(0, 50).Select(static i => $"schlüssel {i}")];

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            long sum = 0;
            foreach (string key in keys)
            {
                for (int i = 0; i < 200; i++)
                {
                    index.Add(key, i ^ 21);
                    sum += index.GetNumbers(key)[^1];
                }
            }

            foreach (string key in keys)
            {
                for (int i = 0; i < 150; i++)
                {
                    sum += index.Remove(key, i) ? 0 : 1;
                }

                sum += index.RemoveKey(key);
            }

            Keep(sum);
        }));
    }

    [Fact]
    public void Clearing()
    {
        using var index = new PooledStringPostings();
        string[] keys = [.. Enumerable.Range(0, 50).Select(static i => $"schlüssel {i}")];

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            foreach (string key in keys)
            {
                index.Add(key, 1);
                index.Add(key, 2);
            }

            index.Clear();
        }));
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static void Keep(long sum) => Assert.True(sum != 0);
}
