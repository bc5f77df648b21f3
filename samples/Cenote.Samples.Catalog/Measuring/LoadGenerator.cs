using System.Buffers;
using System.Diagnostics;
using Cenote.Measurement;
using Cenote.Samples.Catalog.Feed;

namespace Cenote.Samples.Catalog.Measuring;

/// <summary>
/// Asks a service at a fixed rate, whether it answers or not, and feeds it with updates. Batches of updates follow one another;
/// those that are due in the meantime wait, and the wait is in their latency.
/// </summary>
/// <param name="client">Leads to the service.</param>
/// <param name="options">The rates.</param>
internal sealed class LoadGenerator(HttpClient client, LoadOptions options) : IDisposable
{
    private const int BatchesPerSecond = 100;
    private const int PagesAsked = 5;
    private const int PartsOfSecond = 5;
    private const ulong Seed = 20;

    // How long after its end a feed that has fallen behind may go on.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);

    private readonly UpdateFeed _feed = new(options.Products);
    private readonly OpenLoad _load = new(client);
    private SplitMix64 _random = new(Seed);
    private int _failedBatches;

    /// <summary>Keeps the service busy.</summary>
    /// <param name="seconds">How long.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <exception cref="OperationCanceledException">It was ended early.</exception>
    public LoadResult Run(int seconds, CancellationToken cancellationToken)
    {
        _failedBatches = 0;
        int requests = checked(seconds * options.Requests);
        var products = new LatencyLog(requests);
        var pages = new LatencyLog(requests);
        var batches = new LatencyLog(seconds * BatchesPerSecond);
        long start = Stopwatch.GetTimestamp();
        long updates = 0;
        var feeding = new Thread(() => updates = Feed(start, seconds, batches, cancellationToken));
        feeding.Start();
        int late = _load.Run(requests, new Schedule(start, options.Requests), Next, cancellationToken);
        feeding.Join();
        cancellationToken.ThrowIfCancellationRequested();
        return new LoadResult(
    products.Summarize(),
    pages.Summarize(),
    batches.Summarize(),
    updates,
    late,
    products.Longest(seconds * PartsOfSecond),
    _load.Failed + _failedBatches);

        (Uri Address, LatencyLog Log) Next()
        {
            Uri address = Address(ref _random, out bool isPage);
            return (address, isPage ? pages : products);
        }
    }

    /// <summary>Asks for some hundred products and pages.</summary>
    /// <returns>A hash of all the answers: equal catalogs have equal ones.</returns>
    public Task<string> ChecksumAsync(CancellationToken cancellationToken)
    {
        var random = new SplitMix64(Seed);
        var addresses = new Uri[400];
        for (int i = 0; i < addresses.Length; i++)
        {
            addresses[i] = Address(ref random, out _);
        }

        return Answers.ChecksumAsync(client, addresses, cancellationToken);
    }

    public void Dispose() => _load.Dispose();

    // Eight requests of ten are for one product, the others for one of the first pages of a brand or a category.
    private Uri Address(ref SplitMix64 random, out bool isPage)
    {
        int kind = random.Next(10);
        isPage = kind >= 8;
        string address = kind switch
        {
            < 8 => $"/products/{ProductSource.Sku(random.Next(options.Products))}",
            8 => $"/brands/{ProductSource.Brand(ref random)}?page={random.Next(PagesAsked)}",
            _ => $"/categories/{Uri.EscapeDataString(ProductSource.Category(ref random))}?page={random.Next(PagesAsked)}",
        };
        return new Uri(address, UriKind.Relative);
    }

    private long Feed(long start, int seconds, LatencyLog log, CancellationToken cancellationToken)
    {
        int batches = options.Updates == 0 ? 0 : seconds * BatchesPerSecond;
        byte[] lines = ArrayPool<byte>.Shared.Rent(((options.Updates / BatchesPerSecond) + 1) * ProductSource.MaximumLineBytes);
        long end = start + ((seconds + (long)s_patience.TotalSeconds) * Stopwatch.Frequency);
        var schedule = new Schedule(start, BatchesPerSecond);
        long updates = 0;
        for (int i = 0; i < batches && !cancellationToken.IsCancellationRequested; i++)
        {
            long due = schedule.Wait(i);
            if (Stopwatch.GetTimestamp() > end)
            {
                break;
            }

            int count = (int)(((i + 1L) * options.Updates / BatchesPerSecond) - ((long)i * options.Updates / BatchesPerSecond));
            int length = _feed.Next(count, lines);
            if (TryPost(lines.AsMemory(0, length), cancellationToken))
            {
                log.Add(Stopwatch.GetTimestamp() - due);
                updates += count;
            }
            else
            {
                _failedBatches++;
            }
        }

        ArrayPool<byte>.Shared.Return(lines);
        return updates;
    }

    private bool TryPost(ReadOnlyMemory<byte> lines, CancellationToken cancellationToken)
    {
        try
        {
            using var post = new HttpRequestMessage(HttpMethod.Post, "/updates") { Content = new ReadOnlyMemoryContent(lines) };
            using HttpResponseMessage answer = client.Send(post, cancellationToken);
            return answer.IsSuccessStatusCode;
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            return false;
        }
    }
}
