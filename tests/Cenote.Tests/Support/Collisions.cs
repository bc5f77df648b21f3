using System.Runtime.InteropServices;
using Cenote.Text;

namespace Cenote.Tests.Support;

/// <summary>Strings that collide, crafted by an attacker who knows the code and even the secrets.</summary>
internal static class Collisions
{
    /// <summary>
    /// A colliding string: the first four chars equal the secret, and the resulting factor of 0 cancels the last four.
    /// </summary>
    public static string Make(int number)
    {
        ulong[] halves = [KeyHash.FirstSecret, (ulong)number * 0x9E3779B97F4A7C15];
        return new string(MemoryMarshal.Cast<ulong, char>(halves));
    }
}
