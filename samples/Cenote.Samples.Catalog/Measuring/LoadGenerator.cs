using System.Buffers;
using System.Diagnostics;
using System.Net;
using Cenote.Measurement;
using Cenote.Samples.Catalog.Feed;

namespace Cenote.Samples.Catalog.Measuring;

/// <summary>
/// Asks a service at a fixed rate, whether it answers or not, and feeds it with updates. A latency counts from the moment at
/// which the request was due, so a service that stops for a while is charged for all requests of that while. Up to
/// <see cref="MostInFlight"/> requests are in flight, and batches of updates follow one another; those that are due in the
/// meantime wait, and the wait is in their latency.
/// </summary>
/// <param name="client">Leads to the service.</param>
/// <param name="options">The rates.</param>
internal sealed class LoadGenerator(HttpClient client, LoadOptions options) : IDisposable
{
    /// <summary>The most requests that wait for their answer at the same time, without batches of updates.</summary>
    public const int MostInFlight = 256;

    private const int BatchesPerSecond = 100;
    private const int PagesAsked = 5;
    private const ulong Seed = 20;

    // How long after its end a feed that has fallen behind may go on.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);

    private readonly UpdateFeed _feed = new(options.Products);
    private readonly SemaphoreSlim _slots = new(MostInFlight);
    private SplitMix64 _random = new(Seed);
    private int _failed;

    /// <summary>Keeps the service busy.</summary>
    /// <param name="seconds">How long.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <exception cref="OperationCanceledException">It was ended early.</exception>
    public LoadResult Run(int seconds, CancellationToken cancellationToken)
    {
        _failed = 0;
        int requests = checked(seconds * options.Requests);
        var products = new LatencyLog(requests);
        var pages = new LatencyLog(requests);
        var batches = new LatencyLog(seconds * BatchesPerSecond);
        long start = Stopwatch.GetTimestamp();
        long updates = 0;
        var feeding = new Thread(() => updates = Feed(start, seconds, batches, cancellationToken));
        feeding.Start();
        int late = Ask(start, requests, products, pages, cancellationToken);
        feeding.Join();
        cancellationToken.ThrowIfCancellationRequested();
        return new LoadResult(products.Summarize(), pages.Summarize(), batches.Summarize(), updates, late, _failed);
    }

    /// <summary>Asks for some hundred products and pages.</summary>
    /// <returns>A hash of all the answers: equal catalogs have equal ones.</returns>
    public async Task<string> ChecksumAsync(CancellationToken cancellationToken)
    {
        using var hash = System.Security.Cryptography.IncrementalHash.CreateHash(
            System.Security.Cryptography.HashAlgorithmName.SHA256);
        var random = new SplitMix64(Seed);
        for (int i = 0; i < 400; i++)
        {
            using HttpResponseMessage answer = await client.GetAsync(Address(ref random, out _), cancellationToken);
            hash.AppendData(await answer.Content.ReadAsByteArrayAsync(cancellationToken));
            hash.AppendData(BitConverter.GetBytes((int)answer.StatusCode));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset());
    }

    public void Dispose() => _slots.Dispose();

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

    private int Ask(long start, int requests, LatencyLog products, LatencyLog pages, CancellationToken cancellationToken)
    {
        int late = 0;
        for (int i = 0; i < requests && !cancellationToken.IsCancellationRequested; i++)
        {
            long due = Due(start, i, options.Requests);
            WaitUntil(due);
            if (!_slots.Wait(0, CancellationToken.None))
            {
                late++;
                _slots.Wait(CancellationToken.None);
            }

            Uri address = Address(ref _random, out bool isPage);
            _ = AskAsync(address, due, isPage ? pages : products, cancellationToken);
        }

        // The last ones have their answers when all slots are free.
        for (int i = 0; i < MostInFlight; i++)
        {
            _slots.Wait(CancellationToken.None);
        }

        _slots.Release(MostInFlight);
        return late;
    }

    private async Task AskAsync(Uri address, long due, LatencyLog log, CancellationToken cancellationToken)
    {
        try
        {
            // The answer is here when all of it is.
            using HttpResponseMessage answer = await client.GetAsync(address, cancellationToken);
            if (answer.StatusCode is HttpStatusCode.OK or HttpStatusCode.NotFound)
            {
                log.Add(Stopwatch.GetTimestamp() - due);
            }
            else
            {
                Interlocked.Increment(ref _failed);
            }
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            Interlocked.Increment(ref _failed);
        }
        finally
        {
            _slots.Release();
        }
    }

    private long Feed(long start, int seconds, LatencyLog log, CancellationToken cancellationToken)
    {
        int batches = options.Updates == 0 ? 0 : seconds * BatchesPerSecond;
        byte[] lines = ArrayPool<byte>.Shared.Rent(((options.Updates / BatchesPerSecond) + 1) * ProductSource.MaximumLineBytes);
        long end = start + ((seconds + (long)s_patience.TotalSeconds) * Stopwatch.Frequency);
        long updates = 0;
        for (int i = 0; i < batches && !cancellationToken.IsCancellationRequested; i++)
        {
            long due = Due(start, i, BatchesPerSecond);
            WaitUntil(due);
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
                Interlocked.Increment(ref _failed);
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

    private static long Due(long start, int number, int perSecond) =>
        start + (long)(number * (double)Stopwatch.Frequency / perSecond);

    // The clock of a sleeping thread ticks each millisecond: half of that is in every latency, whatever the service does.
    private static void WaitUntil(long due)
    {
        while (Stopwatch.GetTimestamp() < due)
        {
            Thread.Sleep(1);
        }
    }
}
