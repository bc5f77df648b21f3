using System.Reflection;

namespace Cenote.Attack.Tests;

/// <summary>
/// The program that the tests start: this assembly runs one attack and exits with 0 if the library withstood it.
/// </summary>
internal static class AttackProgram
{
    public static int Main(string[] arguments)
    {
        MethodInfo attack = AttackAttribute.Find(
            typeof(AttackProgram).Assembly.GetType(arguments[0], throwOnError: true)!, arguments[1]);

        // Printed before the attack, which may leave no memory to initialize the console.
        Console.WriteLine(string.Join(' ', arguments));
        try
        {
            attack.Invoke(null, BindingFlags.DoNotWrapExceptions, binder: null, arguments[2..], culture: null);
        }
        catch (Exception exception)
        {
            Console.WriteLine(exception);
            return 1;
        }

        Console.WriteLine("The library withstood.");
        return 0;
    }
}
