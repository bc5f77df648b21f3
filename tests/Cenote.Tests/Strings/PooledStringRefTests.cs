using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class PooledStringRefTests()
    : PooledTextHandleTests<PooledStringRef>(static () => new TestedStringPool(new SegmentedStringPool()), 1_073_741_823);
