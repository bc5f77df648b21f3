using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace Cenote.Samples;

/// <summary>
/// A private redis-server on a free port of the loopback interface, which stores nothing on disk. The server stops when this
/// object is disposed or this process exits.
/// </summary>
internal sealed class RedisServer : IDisposable
{
    /// <summary>The error message if redis-server is not installed.</summary>
    public const string Missing = "redis-server is not on the PATH; install it with 'apt-get install redis-server'.";

    private const string Command = "redis-server";
    private const string Loopback = "127.0.0.1";
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan s_patienceWithAnswer = TimeSpan.FromSeconds(2);

    private readonly Process _process;
    private readonly int _port;

    private RedisServer(Process process, int port)
    {
        _process = process;
        _port = port;
    }

    /// <summary>Whether redis-server is installed.</summary>
    public static bool IsInstalled { get; } = !OperatingSystem.IsWindows()
        && (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Any(static folder => File.Exists(Path.Combine(folder, Command)));

    /// <summary>The address of the server for clients.</summary>
    public string Configuration => $"{Loopback}:{_port}";

    /// <summary>Starts a server, and waits until it responds.</summary>
    /// <param name="maximumBytes">Maximum memory for entries; the least recently used ones are evicted.</param>
    /// <exception cref="IOException">The server is not installed, does not start, or does not respond.</exception>
    public static RedisServer Start(long maximumBytes)
    {
        if (!IsInstalled)
        {
            throw new IOException(Missing);
        }

        int port = FreePort();

        // The shell stops the server at the end of its input, at the latest when this process exits.
        string script = $"{Command} --bind {Loopback} --port {port} --save '' --appendonly no --daemonize no "
            + $"--maxmemory {maximumBytes} --maxmemory-policy allkeys-lru >/dev/null 2>&1 & read -r _; kill $!; wait $!";
        var start = new ProcessStartInfo("/bin/sh", ["-c", script])
        {
            RedirectStandardInput = true,
            UseShellExecute = false,
        };
        var server = new RedisServer(Process.Start(start) ?? throw new IOException("No shell could be started."), port);
        long started = Stopwatch.GetTimestamp();
        while (!Answers(Loopback, port))
        {
            if (Stopwatch.GetElapsedTime(started) > s_patience)
            {
                server.Dispose();
                throw new IOException($"{Command} does not respond on port {port}.");
            }

            Thread.Sleep(20);
        }

        return server;
    }

    /// <summary>Whether a Redis server accepts a connection and answers a ping, each within two seconds.</summary>
    public static bool Answers(string host, int port)
    {
        try
        {
            using var client = new TcpClient();
            if (!client.ConnectAsync(host, port).Wait(s_patienceWithAnswer))
            {
                return false;
            }

            using NetworkStream stream = client.GetStream();
            stream.ReadTimeout = (int)s_patienceWithAnswer.TotalMilliseconds;
            stream.Write("PING\r\n"u8);
            return stream.ReadByte() == '+';
        }
        catch (Exception exception) when (exception is SocketException or IOException or AggregateException)
        {
            return false;
        }
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(s_patience))
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
