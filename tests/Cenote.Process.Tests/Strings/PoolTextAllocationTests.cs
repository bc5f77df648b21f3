using System.Numerics;
using System.Text;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Strings;

/// <summary>In steady state no UTF-16 pool allocates on the managed heap.</summary>
public abstract class PoolTextAllocationTests<THandle> : PoolAllocationTests<THandle, char>
    where THandle : struct, IComparable<THandle>, IEqualityOperators<THandle, THandle, bool>, ISpanFormattable,
    IUtf8SpanFormattable
{
    private readonly TestedTextPool<THandle> _pool;

    private protected PoolTextAllocationTests(TestedTextPool<THandle> pool)
        : base(pool) => _pool = pool;

    [Theory]
    [MemberData(nameof(TierLengths.All), MemberType = typeof(TierLengths))]
    public void Searching_in_either_case(int length)
    {
        THandle handle = _pool.Allocate(new string('x', length));

        Check(() => Require(
            _pool.Search(handle, "X", StringComparison.OrdinalIgnoreCase) == new Matches(0, length - 1, true, true, true)));
    }

    [Fact]
    public void Decoding_utf8()
    {
        byte[] small = Encoding.UTF8.GetBytes("größer als ein Byte");
        byte[] large = Encoding.UTF8.GetBytes(new string('€', 1_000));

        Check(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                _pool.Free(_pool.Allocate(small));
                _pool.Free(_pool.Allocate(large));
            }
        });
    }
}
