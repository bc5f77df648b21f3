using System.Globalization;

namespace Cenote.Measurement.Tests;

/// <summary>The program that the tests of <see cref="ChildProcess"/> start: this assembly.</summary>
internal static class ChildProgram
{
    public static int Main(string[] arguments)
    {
        switch (arguments[0])
        {
            case "echo":
                Console.WriteLine("a line before the answer");
                Console.WriteLine(Console.In.ReadToEnd());
                return 0;
            case "variable":
                Console.WriteLine(Environment.GetEnvironmentVariable(arguments[1]));
                return 0;
            case "fail":
                Console.Error.WriteLine("the reason");
                return 3;
            case "sleep":
                File.WriteAllText(arguments[1], Environment.ProcessId.ToString(CultureInfo.InvariantCulture));
                Thread.Sleep(TimeSpan.FromMinutes(5));
                return 0;
            default:
                return 0;
        }
    }
}
