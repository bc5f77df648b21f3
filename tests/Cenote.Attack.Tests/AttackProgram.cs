using System.Reflection;

namespace Cenote.Attack.Tests;

/// <summary>
/// The entry point of the process that the tests start. It runs one attack, or all attacks of a class that can share a process,
/// and exits with 0 if the library withstands them.
/// </summary>
internal static class AttackProgram
{
    /// <summary>The line that is printed after the last attack.</summary>
    public const string Success = "The library withstood.";

    public static int Main(string[] arguments)
    {
        Type subject = typeof(AttackProgram).Assembly.GetType(arguments[0], throwOnError: true)!;
        IEnumerable<(string Name, string? Case)> attacks = arguments.Length > 1
            ? [(arguments[1], arguments.ElementAtOrDefault(2))]
            : AttackAttribute.In(subject).Where(attack => AttackAttribute.Of(subject, attack.Name).CanShareProcess);
        foreach ((string name, string? on) in attacks)
        {
            // Printed before the attack, which may leave no memory to initialize the console.
            Console.WriteLine(TitleOf(subject, name, on));
            try
            {
                AttackAttribute.Find(subject, name).Invoke(
                    null, BindingFlags.DoNotWrapExceptions, binder: null, on is null ? [] : [on], culture: null);
            }
            catch (Exception exception)
            {
                Console.WriteLine(exception);
                return 1;
            }
        }

        Console.WriteLine(Success);
        return 0;
    }

    /// <summary>The line that is printed before an attack.</summary>
    public static string TitleOf(Type subject, string attack, string? on) => $"{subject} {attack} {on}";
}
