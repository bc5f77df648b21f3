using System.Globalization;

namespace Cenote.Heap.Tests;

public class UrgentThreadTests
{
    private const int SysNice = 23;

    [Fact]
    public void A_thread_and_those_that_it_creates_are_urgent_until_it_ends_where_that_is_allowed()
    {
        int before = Nice();
        int urgent = MayRaisePriority() ? -20 : before;

        (int own, int created) = UrgentThread.Run(() =>
        {
            int nice = 0;
            var thread = new Thread(() => nice = Nice());
            thread.Start();
            thread.Join();
            return (Nice(), nice);
        });

        Assert.Equal((urgent, urgent), (own, created));
        Assert.Equal(before, Nice());
    }

    [Fact]
    public void What_is_thrown_reaches_the_caller() =>
        Assert.Throws<InvalidOperationException>(() => UrgentThread.Run<int>(() => throw new InvalidOperationException()));

    private static bool MayRaisePriority()
    {
        const string Key = "CapEff:";
        string line = File.ReadLines("/proc/thread-self/status").First(line => line.StartsWith(Key, StringComparison.Ordinal));
        return (ulong.Parse(line.AsSpan(Key.Length), NumberStyles.HexNumber, CultureInfo.InvariantCulture) >> SysNice & 1) == 1;
    }

    // The nice value of this thread: the 17th field after the name, which may contain spaces.
    private static int Nice()
    {
        string status = File.ReadAllText("/proc/thread-self/stat");
        return int.Parse(status[(status.LastIndexOf(')') + 2)..].Split(' ')[16], CultureInfo.InvariantCulture);
    }
}
