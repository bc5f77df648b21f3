using System.Runtime.InteropServices;
using Cenote.Text;

namespace Cenote.Tests.Support;

/// <summary>Texts that were made to collide, by somebody who knows the code, and the secrets as well.</summary>
internal static class Collisions
{
    /// <summary>One of them: the first four chars are the secret, and a factor of 0 swallows the last four.</summary>
    public static string Make(int number)
    {
        ulong[] halves = [KeyHash.FirstSecret, (ulong)number * 0x9E3779B97F4A7C15];
        return new string(MemoryMarshal.Cast<ulong, char>(halves));
    }
}
