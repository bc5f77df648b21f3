using System.Buffers;
using System.Diagnostics;
using Cenote.Measurement;
using Cenote.Samples.Catalog.Feed;

namespace Cenote.Samples.Catalog.Measuring;

/// <summary>
/// Sends requests to a service at a fixed rate, even if it does not respond, and feeds it with updates. Batches of updates are
/// sent one after the other; the latency of a batch includes its wait for the previous one.
/// </summary>
/// <param name="client">The HTTP client for the service.</param>
/// <param name="options">The rates.</param>
internal sealed class LoadGenerator(HttpClient client, LoadOptions options) : IDisposable
{
    private const int BatchesPerSecond = 100;
    private const int PagesAsked = 5;
    private const int PartsOfSecond = 5;
    private const ulong Seed = 20;

    // The time that a late feed may continue after the scheduled end.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);

    private readonly UpdateFeed _feed = new(options.Products);
    private readonly OpenLoad _load = new(client);
    private SplitMix64 _random = new(Seed);
    private int _failedBatches;

    /// <summary>Loads the service.</summary>
    /// <param name="seconds">The duration.</param>
    /// <param name="live">Receives the latencies of single products for the live page; null for no page.</param>
    /// <param name="cancellationToken">Stops the load early.</param>
    /// <exception cref="OperationCanceledException">The load was stopped early.</exception>
    public LoadResult Run(int seconds, LiveComparison? live, CancellationToken cancellationToken)
    {
        _failedBatches = 0;
        int requests = checked(seconds * options.Requests);
        var products = new LatencyLog(requests);
        var pages = new LatencyLog(requests);
        var batches = new LatencyLog(seconds * BatchesPerSecond);
        long start = Stopwatch.GetTimestamp();
        using LiveLine? line = live?.Follow(products, start);
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

    /// <summary>Requests several hundred products and pages.</summary>
    /// <returns>A hash of all responses, which is equal for equal catalogs.</returns>
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

    // Of ten requests, eight are for one product, and two for one of the first pages of a brand or a category.
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
