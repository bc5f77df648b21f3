using System.Collections.Concurrent;
using System.Globalization;
using Microsoft.Extensions.Caching.Memory;

namespace Cenote.Heap.Victim;

/// <summary>Strings in all kinds of places; the constants are the numbers and sizes of objects.</summary>
public sealed class Holdings
{
    public const int Customers = 20_000;
    public const int Cities = 200;
    public const int Countries = 8;
    public const int Orders = 3_000;
    public const int Currencies = 5;
    public const int Tags = 4_000;
    public const int DistinctTags = 10;
    public const int Boxes = 1_000;
    public const int Codes = 40;
    public const int Blobs = 500;
    public const int BlobBytes = 1_000;
    public const int CacheEntries = 700;
    public const int LargeTexts = 3;
    public const int LargeChars = 3_000_000;
    public const int EastLabels = 300;
    public const int WestLabels = 600;
    public const int Keys = 40_000;
    public const string Secret = "PlantedSecret-8d1f";

    private readonly Customer[] _customers = new Customer[Customers];
    private readonly Dictionary<string, Customer> _byName = [];
    private readonly Money[] _orders = new Money[Orders];
    private readonly string[] _tags = new string[Tags];
    private readonly Box<string>[] _boxes = new Box<string>[Boxes];
    private readonly ConcurrentDictionary<string, byte[]> _blobs = new();
    private readonly MemoryCache _cache = new(new MemoryCacheOptions());
    private readonly HashSet<string> _codes = [];
    private readonly List<object> _anything = [];
    private readonly Large[] _large = new Large[LargeTexts];
    private readonly East.Label[] _east = new East.Label[EastLabels];
    private readonly West.Label[] _west = new West.Label[WestLabels];
    private readonly Dictionary<string, int> _byKey = [];
    private readonly OrderedDictionary<string, int> _few = new() { [Numbered("Few", 0)] = 0 };
    private readonly byte[] _pinned = GC.AllocateArray<byte>(50_000, pinned: true);

    public Holdings()
    {
        string[] countries = [.. Enumerable.Range(0, Countries).Select(i => Numbered("Country", i))];
        for (int i = 0; i < Customers; i++)
        {
            _customers[i] = new Company
            {
                Name = Numbered("Customer", i),
                City = Numbered("City", i % Cities),
                Country = countries[i % Countries],
                Password = new string(Secret.AsSpan()),
                Kind = "a literal",
            };
            _byName.Add(_customers[i].Name, _customers[i]);
        }

        for (int i = 0; i < Orders; i++)
        {
            _orders[i] = new Money(i, Numbered("Currency", i % Currencies));
        }

        for (int i = 0; i < Tags; i++)
        {
            _tags[i] = Numbered("Tag", i % DistinctTags);
        }

        for (int i = 0; i < Boxes; i++)
        {
            _boxes[i] = new Box<string>(Numbered("Box", i % 2));
            _anything.Add(new Note(Numbered("Note", i % 4)));
        }

        for (int i = 0; i < Codes; i++)
        {
            _codes.Add(Numbered("Code", i));
        }

        for (int i = 0; i < Blobs; i++)
        {
            _blobs[Numbered("Blob", i)] = new byte[BlobBytes];
        }

        for (int i = 0; i < CacheEntries; i++)
        {
            _cache.Set(Numbered("Cached", i), i % 7 == 0 ? (object)new Note("no bytes") : new byte[BlobBytes]);
        }

        for (int i = 0; i < EastLabels; i++)
        {
            _east[i] = new East.Label(Numbered("East", i % 3));
        }

        for (int i = 0; i < WestLabels; i++)
        {
            _west[i] = new West.Label(Numbered("West", i % 7));
        }

        for (int i = 0; i < Keys; i++)
        {
            _byKey.Add(Numbered("Key of its own ", i), i);
        }

        for (int i = 0; i < LargeTexts; i++)
        {
            _large[i] = new Large(new string('x', LargeChars));
        }
    }

    /// <summary>The number of pinned bytes.</summary>
    public int PinnedBytes => _pinned.Length;

    /// <summary>The number of keys of the smallest dictionary.</summary>
    public int Few => _few.Count;

    // A new string each time.
    private static string Numbered(string name, int number) =>
        string.Create(CultureInfo.InvariantCulture, $"{name} {number}");
}
