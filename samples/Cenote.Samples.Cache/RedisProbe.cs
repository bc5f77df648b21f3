using System.Net.Sockets;

namespace Cenote.Samples.Cache;

/// <summary>Whether a Redis is there.</summary>
internal static class RedisProbe
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(2);

    /// <summary>Asks it.</summary>
    /// <returns>Whether it answered a ping within two seconds.</returns>
    public static async Task<bool> AnswersAsync(string host, int port, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(s_patience);
        try
        {
            using var client = new TcpClient();
            await client.ConnectAsync(host, port, patience.Token);
            await client.GetStream().WriteAsync("PING\r\n"u8.ToArray(), patience.Token);
            byte[] answer = new byte[1];
            return await client.GetStream().ReadAsync(answer, patience.Token) == 1 && answer[0] == '+';
        }
        catch (Exception exception) when (exception is SocketException or IOException
            || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return false;
        }
    }
}
