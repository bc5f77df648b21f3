namespace Cenote.Arenas;

/// <summary>The debugger view of a UTF-8 string store.</summary>
internal sealed class Utf8StoreDebugView(Utf8StringStore store)
{
    public Utf8StringStoreStatistics Statistics => store.GetStatistics();
}
