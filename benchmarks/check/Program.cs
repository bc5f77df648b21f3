using System.Globalization;
using System.Runtime.InteropServices;
using Cenote.Check;

// An independent check of most of the speedups in README: plain loops, which share no code with Cenote.Measurement.
if (args is not ([] or ["--quick"]))
{
    Console.Error.WriteLine("usage: dotnet run -c Release --project benchmarks/check [-- --quick]");
    Console.Error.WriteLine("--quick: small counts, to check that the program runs");
    return 2;
}

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
bool quick = args.Length > 0;
(int count, int rounds, TimeSpan turn) =
    quick ? (1_000, 1, TimeSpan.FromMilliseconds(1)) : (300_000, 9, TimeSpan.FromMilliseconds(200));
Console.WriteLine($"{RuntimeInformation.FrameworkDescription}, {Environment.ProcessorCount} processors, {DateTime.UtcNow:yyyy-MM-dd}");
Console.WriteLine("| what | instead of | its ns | times as fast | rounds | by processor time |");
Console.WriteLine("|---|---|--:|--:|--:|--:|");
foreach (Func<Duel> make in Duels.All(count))
{
    Duel duel = make();
    DuelResult result = duel.Run(rounds, turn);
    Console.WriteLine(
        $"| {duel.Name} | {duel.Usual} | {result.UsualNanoseconds:0.0} | {result.TimesAsFast:0.00} | "
        + $"{result.Least:0.00} to {result.Most:0.00} | {result.TimesByProcessor:0.00} |");
}

return 0;
