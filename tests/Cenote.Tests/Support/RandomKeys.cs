namespace Cenote.Tests.Support;

/// <summary>Keys for collections.</summary>
internal static class RandomKeys
{
    /// <summary>
    /// A key from a limited universe, so that random operations repeat keys: short and long, ASCII and not, empty, with any
    /// chars, and sometimes too long to share memory with others.
    /// </summary>
    public static string FromUniverse(Random random, int universe)
    {
        int number = random.Next(universe);
        var own = new Random(number);
        return own.Next(1_000) switch
        {
            0 => string.Empty,
            < 500 => $"key{number}",
            < 600 => $"{number}",
            < 700 => $"schlüssel{number}",
            < 800 => new string((char)own.Next('a', 'z'), own.Next(1, 130)) + number,
            < 880 => Texts.Random(own, own.Next(1, 70)),
            < 950 => Texts.RandomValid(own, own.Next(1, 700)),
            < 995 => new string('x', own.Next(1_000, 10_000)) + number,
            _ => new string(own.Next(2) == 0 ? 'y' : 'é', own.Next(30_000, 80_000)) + number,
        };
    }
}
