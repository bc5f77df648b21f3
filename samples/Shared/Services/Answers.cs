using System.Security.Cryptography;

namespace Cenote.Samples;

/// <summary>What services answer.</summary>
internal static class Answers
{
    /// <summary>Asks for some addresses, one after the other.</summary>
    /// <param name="client">Leads to the service.</param>
    /// <param name="addresses">The addresses.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <returns>A hash of all the answers: equal ones have equal hashes.</returns>
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
