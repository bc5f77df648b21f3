namespace Cenote.Heap;

/// <summary>
/// The folder in which ClrMD would keep what it asks a server for. It is told to look nowhere else, so that it asks none, and the
/// folder, which it makes all the same, is removed.
/// </summary>
internal static class SymbolFolder
{
    private const string Variable = "_NT_SYMBOL_PATH";

    private static readonly string s_path = Path.Combine(Path.GetTempPath(), "symbols");
    private static bool s_isOfOthers;

    /// <summary>Sees to it that no server is asked, unless the user has named one.</summary>
    public static void Prepare()
    {
        s_isOfOthers = Directory.Exists(s_path);
        if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable(Variable)))
        {
            Environment.SetEnvironmentVariable(Variable, s_path);
        }
    }

    /// <summary>Removes the folder, if it was not there before and is empty.</summary>
    public static void Remove()
    {
        if (s_isOfOthers)
        {
            return;
        }

        try
        {
            Directory.Delete(s_path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It is gone, or somebody else uses it.
        }
    }
}
