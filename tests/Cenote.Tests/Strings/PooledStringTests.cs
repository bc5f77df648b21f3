using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class PooledStringTests()
    : PooledTextHandleTests<PooledString>(static () => new TestedUnmanagedPool(new UnmanagedStringPool(1_000)), 1_073_741_820);
