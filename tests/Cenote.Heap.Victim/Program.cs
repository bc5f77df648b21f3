using System.Globalization;
using Cenote.Heap.Victim;

if (args is ["trace", string process])
{
    return Tracing.Run(process);
}

// A process to inspect: it holds known numbers of strings, counts, and prints its count on request.
long count = 0;
var counting = new Thread(() =>
{
    while (true)
    {
        Interlocked.Increment(ref count);
        Thread.Sleep(1);
    }
})
{
    IsBackground = true,
};
counting.Start();
object[] held = args is ["nothing"] ? [] : [new Holdings(), new Shelves(), Shelves.StaticCount, new Copies()];
for (int i = 0; i < 3; i++)
{
    // Each collection promotes survivors by one generation.
    GC.Collect();
    GC.WaitForPendingFinalizers();
}

Console.WriteLine("ready");
while (Console.ReadLine() is not null)
{
    Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"count {Interlocked.Read(ref count)}"));
}

GC.KeepAlive(held);
return 0;
