using System.Security.Cryptography;

namespace Cenote.Samples;

/// <summary>The responses of services.</summary>
internal static class Answers
{
    /// <summary>Requests addresses, one after the other.</summary>
    /// <param name="client">The HTTP client for the service.</param>
    /// <param name="addresses">The addresses.</param>
    /// <param name="cancellationToken">Stops the requests.</param>
    /// <returns>A hash of all responses; equal responses have equal hashes.</returns>
    public static async Task<string> ChecksumAsync(
        HttpClient client, IEnumerable<Uri> addresses, CancellationToken cancellationToken)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (Uri address in addresses)
        {
            using HttpResponseMessage answer = await client.GetAsync(address, cancellationToken);
            hash.AppendData(await answer.Content.ReadAsByteArrayAsync(cancellationToken));
            hash.AppendData(BitConverter.GetBytes((int)answer.StatusCode));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset());
    }
}
