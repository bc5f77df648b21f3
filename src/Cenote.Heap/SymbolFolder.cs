namespace Cenote.Heap;

/// <summary>
/// The folder in which ClrMD would keep what it asks a server for. It is told to look nowhere else, so that it asks none, and the
/// folder, which it makes all the same, is removed.
/// </summary>
internal static class SymbolFolder
{
    private const string Variable = "_NT_SYMBOL_PATH";

    private static readonly string s_path = Path.Combine(Path.GetTempPath(), "symbols");

    /// <summary>Sees to it that no server is asked, unless the user has named one.</summary>
    public static void Prepare()
    {
        if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable(Variable)))
        {
            Environment.SetEnvironmentVariable(Variable, s_path);
        }
    }

    /// <summary>
    /// Removes the folder if it is empty, whoever made it: ClrMD gives it no other name, so that one may be of a run that was killed,
    /// and whoever needs it makes it again.
    /// </summary>
    public static void Remove()
    {
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
