using System.Globalization;

namespace Cenote.Benchmarks.Heaps;

/// <summary>A process with a heap of about a given size, which waits until its input ends.</summary>
internal static class HeapVictim
{
    public const string Command = "heap-victim";

    /// <summary>The output of the process when it is ready.</summary>
    public const string Ready = "ready";

    private const int Cities = 20_000;
    private const int Countries = 8;

    // The size of a customer, its four strings, and its entries in an array and in a dictionary.
    private const int BytesPerCustomer = 305;

    public static int Run(int megabytes)
    {
        int count = (int)(megabytes * 1_000_000L / BytesPerCustomer);
        var customers = new Customer[count];
        var byId = new Dictionary<string, Customer>(count);
        for (int i = 0; i < count; i++)
        {
            customers[i] = new Customer(
                Numbered("Customer of ours ", i), Numbered("City ", i % Cities), Numbered("Country ", i % Countries), Numbered("C", i));
            byId.Add(customers[i].Id, customers[i]);
        }

        GC.Collect();
        GC.Collect();
        Console.WriteLine(Ready);
        _ = Console.In.ReadToEnd();
        GC.KeepAlive(customers);
        GC.KeepAlive(byId);
        return 0;
    }

    private static string Numbered(string name, int number) => string.Create(CultureInfo.InvariantCulture, $"{name}{number}");

    private sealed record Customer(string Name, string City, string Country, string Id)
    {
        public decimal Balance { get; init; }

        public DateTime Since { get; init; }
    }
}
