using System.Reflection;

namespace Cenote.Attack.Tests;

/// <summary>
/// The program that the tests start: this assembly runs one attack, or all attacks of a class that need no process with special
/// settings, and exits with 0 if the library withstood.
/// </summary>
internal static class AttackProgram
{
    public static int Main(string[] arguments)
    {
        Type subject = typeof(AttackProgram).Assembly.GetType(arguments[0], throwOnError: true)!;
        IEnumerable<(string Name, string? Case)> attacks = arguments.Length > 1
            ? [(arguments[1], arguments.ElementAtOrDefault(2))]
            : AttackAttribute.In(subject).Where(attack => AttackAttribute.Of(subject, attack.Name).CanShareProcess);
        foreach ((string name, string? on) in attacks)
        {
            // Printed before the attack, which may leave no memory to initialize the console.
            Console.WriteLine($"{subject} {name} {on}");
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

        Console.WriteLine("The library withstood.");
        return 0;
    }
}
