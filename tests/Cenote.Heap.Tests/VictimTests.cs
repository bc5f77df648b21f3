namespace Cenote.Heap.Tests;

/// <summary>Tests that inspect, and thereby stop, one process, so they run one at a time.</summary>
[CollectionDefinition(Name)]
public sealed class VictimTests : ICollectionFixture<VictimFixture>
{
    public const string Name = "victim";
}
