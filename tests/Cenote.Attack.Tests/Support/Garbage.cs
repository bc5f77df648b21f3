namespace Cenote.Attack.Tests.Support;

/// <summary>Collects garbage and runs finalizers.</summary>
internal static class Garbage
{
    public static void Collect(int times = 2)
    {
        for (int i = 0; i < times; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
