using System.Net;
using System.Net.Sockets;

namespace Cenote.Samples;

/// <summary>Serves the live page of a comparison and its events at a port of the loopback interface.</summary>
internal sealed class LivePage : IAsyncDisposable
{
    private const string PageName = "live.html";

    // The maximum time to wait for open requests: a visitor may have sent only half a request.
    private static readonly TimeSpan s_shutdownTime = TimeSpan.FromSeconds(1);

    private readonly WebApplication _web;

    private LivePage(WebApplication web, LiveComparison comparison)
    {
        _web = web;
        Comparison = comparison;
    }

    /// <summary>The comparison whose events the page shows.</summary>
    public LiveComparison Comparison { get; }

    /// <summary>The address for a browser.</summary>
    public Uri Address => new UriBuilder(_web.Urls.Single()) { Host = "localhost" }.Uri;

    /// <summary>Starts the server.</summary>
    /// <param name="port">The port; 0 for any free one.</param>
    /// <param name="load">The load of the comparison.</param>
    /// <param name="error">Receives a line with the address.</param>
    /// <exception cref="IOException">The port is in use or not permitted.</exception>
    public static async Task<LivePage> StartAsync(int port, LiveLoad load, TextWriter error)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, port));
        builder.Services.AddRoutingCore();
        builder.Services.AddSingleton<IHostLifetime, CallerLifetime>();
        builder.Services.Configure<HostOptions>(static options => options.ShutdownTimeout = s_shutdownTime);
        WebApplication web = builder.Build();
        var comparison = new LiveComparison(load);
        web.MapGet("/", http => TypedResults.Stream(OpenPage(), "text/html; charset=utf-8").ExecuteAsync(http));
        web.MapGet(
            "/events", http => TypedResults.ServerSentEvents(comparison.ReadAsync(http.RequestAborted)).ExecuteAsync(http));
        try
        {
            await web.StartAsync();
        }
        catch (SocketException exception)
        {
            await web.DisposeAsync();
            throw new IOException($"Port {port} cannot be opened: {exception.Message}", exception);
        }

        var page = new LivePage(web, comparison);
        error.WriteLine($"The comparison is shown live at {page.Address}");
        return page;
    }

    /// <summary>Ends the streams of all visitors, and stops the server.</summary>
    public async ValueTask DisposeAsync()
    {
        Comparison.Close();
        await _web.StopAsync();
        await _web.DisposeAsync();
    }

    /// <summary>Serves the finished comparison until Ctrl+C or the end of the input.</summary>
    /// <param name="input">The input, read until its end.</param>
    /// <param name="error">Receives a line with instructions.</param>
    /// <param name="cancellationToken">Also stops serving.</param>
    public async Task StayAsync(TextReader input, TextWriter error, CancellationToken cancellationToken)
    {
        Comparison.Finish();
        error.WriteLine($"{Address} remains available until Ctrl+C or the end of the input.");

        // Reading the console blocks, even asynchronously.
        Task reading = Task.Run(input.ReadToEnd, CancellationToken.None);
        await Task.WhenAny(reading, Task.Delay(Timeout.Infinite, cancellationToken));
    }

    private static Stream OpenPage() => typeof(LivePage).Assembly.GetManifestResourceStream(PageName)!;
}
