namespace Cenote.Arenas;

/// <summary>What a debugger shows of a store of UTF-8.</summary>
internal sealed class Utf8StoreDebugView(Utf8StringStore store)
{
    public Utf8StringStoreStatistics Statistics => store.GetStatistics();
}
