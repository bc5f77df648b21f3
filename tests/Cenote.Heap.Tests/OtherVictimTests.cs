namespace Cenote.Heap.Tests;

/// <summary>Tests that inspect a second process while other tests inspect the first.</summary>
[CollectionDefinition(Name)]
public sealed class OtherVictimTests : ICollectionFixture<VictimFixture>
{
    public const string Name = "other victim";
}
