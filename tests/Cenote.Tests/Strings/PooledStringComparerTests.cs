using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class PooledStringComparerTests : PooledComparerTests<PooledStringRef>
{
    public PooledStringComparerTests()
        : this(new SegmentedStringPool())
    {
    }

    private PooledStringComparerTests(SegmentedStringPool pool)
        : base(new TestedStringPool(pool), ignoreCase => new PooledStringComparer(pool, ignoreCase))
    {
    }

    [Fact]
    public void A_comparer_needs_a_pool_that_is_one() =>
        Assert.Equal("pool", Assert.Throws<ArgumentNullException>(() => new PooledStringComparer((StringPool)null!)).ParamName);
}
