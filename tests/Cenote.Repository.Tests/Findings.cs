namespace Cenote.Repository.Tests;

/// <summary>Fails with a message that shows every finding in full; xunit's assertions truncate them.</summary>
internal static class Findings
{
    public static void AssertNone(IEnumerable<string> findings)
    {
        string all = string.Join('\n', findings);
        Assert.True(all.Length == 0, all);
    }
}
