using System.Net;
using Cenote.Samples.Catalog.Measuring;

namespace Cenote.Samples.Catalog.Tests;

public sealed class LoadGeneratorTests
{
    [Fact]
    public void A_service_that_stops_is_charged_for_every_request_of_that_time()
    {
        using var handler = new StoppingHandler(stopAfter: 100, TimeSpan.FromMilliseconds(300));
        LoadResult result = Run(handler, requests: 500);

        // 150 requests are due during the 300 ms stop (500 per second). The earliest wait longest; over 10 % wait over 150 ms.
        Assert.Equal(500, result.Product.Count + result.Page.Count);
        Assert.True(result.Product.P99 > 150, $"p99 is {result.Product.P99} ms.");
        Assert.Equal(0, result.Failed);
    }

    [Fact]
    public void Beyond_the_limit_requests_wait_and_are_counted()
    {
        using var handler = new StoppingHandler(stopAfter: 0, TimeSpan.FromMilliseconds(600));
        LoadResult result = Run(handler, requests: 1_000);

        Assert.Equal(1_000, result.Product.Count + result.Page.Count);
        Assert.InRange(result.Late, 1, 1_000 - OpenLoad.MostInFlight);
    }

    [Fact]
    public void Answers_that_are_errors_are_in_no_latency()
    {
        using var handler = new StoppingHandler(stopAfter: int.MaxValue, TimeSpan.Zero)
        {
            Status = HttpStatusCode.ServiceUnavailable,
        };
        LoadResult result = Run(handler, requests: 100);

        Assert.Equal((0, 0, 0L), (result.Product.Count + result.Page.Count, result.Batch.Count, result.Updates));
        Assert.Equal(200, result.Failed);
    }

    [Fact]
    public void Updates_come_in_a_hundred_batches_a_second()
    {
        using var handler = new StoppingHandler(stopAfter: int.MaxValue, TimeSpan.Zero);
        LoadResult result = Run(handler, requests: 10);

        Assert.Equal((100, 250L, 250), (result.Batch.Count, result.Updates, handler.Lines));
    }

    private static LoadResult Run(StoppingHandler handler, int requests)
    {
        using var client = new HttpClient(handler, disposeHandler: false) { BaseAddress = new Uri("http://localhost/") };
        using var generator = new LoadGenerator(client, new LoadOptions(Products: 100, Seconds: 1, requests, Updates: 250));
        return generator.Run(1, live: null, CancellationToken.None);
    }

    /// <summary>Responds immediately, except during one stop.</summary>
    private sealed class StoppingHandler(int stopAfter, TimeSpan stop) : HttpMessageHandler
    {
        private readonly Lock _gate = new();
        private Task _stop = Task.CompletedTask;
        private int _requests;

        public HttpStatusCode Status { get; init; } = HttpStatusCode.OK;

        public int Lines { get; private set; }

        protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            using Stream lines = request.Content!.ReadAsStream(cancellationToken);
            for (int each = lines.ReadByte(); each >= 0; each = lines.ReadByte())
            {
                Lines += each == '\n' ? 1 : 0;
            }

            return new HttpResponseMessage(Status);
        }

        protected override async Task<HttpResponseMessage> SendAsync(
            HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Task waiting;
            lock (_gate)
            {
                _stop = _requests++ == stopAfter ? Task.Delay(stop, cancellationToken) : _stop;
                waiting = _stop;
            }

            await waiting;
            return new HttpResponseMessage(Status);
        }
    }
}
