using Cenote.Strings;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

public sealed class SynchronizedSegmentedPoolTests(ITestOutputHelper output) : SynchronizedStringPoolTests(output)
{
    [Fact]
    public void A_pool_to_guard_is_needed() =>
        Assert.Equal(
            "pool",
            Assert.Throws<ArgumentNullException>(
                static () => new SynchronizedStringPool((SegmentedStringPool)null!)).ParamName);

    protected override SynchronizedStringPool MakePool() => new(new SegmentedStringPool());
}
