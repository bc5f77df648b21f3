namespace Cenote.Repository.Tests;

/// <summary>A failure message that shows every finding in full, where the assertions of xunit cut them short.</summary>
internal static class Findings
{
    public static void AssertNone(IEnumerable<string> findings)
    {
        string all = string.Join('\n', findings);
        Assert.True(all.Length == 0, all);
    }
}
