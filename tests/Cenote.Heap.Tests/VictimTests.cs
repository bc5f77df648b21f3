namespace Cenote.Heap.Tests;

/// <summary>Tests that look at the one process.</summary>
[CollectionDefinition(Name)]
public sealed class VictimTests : ICollectionFixture<VictimFixture>
{
    public const string Name = "victim";
}
