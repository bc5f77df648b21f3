using System.Reflection;

namespace Cenote.Attack.Tests;

/// <summary>
/// Marks a static method that attacks the library with safe code. It runs in a process of its own and returns if the library
/// withstood: if each call gave the right answer or an exception that is documented.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class AttackAttribute : Attribute
{
    private const BindingFlags Attacks = BindingFlags.Static | BindingFlags.NonPublic;

    /// <summary>The address space that the process may use, as limited by <c>ulimit -v</c>; 0 for no limit.</summary>
    public int AddressSpaceMebibytes { get; init; }

    /// <summary>The managed heap that the process may use (<c>GCHeapHardLimit</c>); 0 for no limit of its own.</summary>
    public int HeapMebibytes { get; init; }

    /// <summary>A static member that lists the values of the attack's parameter: one process for each.</summary>
    public string? Cases { get; init; }

    public static MethodInfo Find(Type subject, string name) =>
        subject.GetMethod(name, Attacks) ?? throw new ArgumentException($"{subject} has no attack {name}.", nameof(name));

    /// <summary>The attacks of a class, each as its name and its case.</summary>
    public static IEnumerable<(string Name, string? Case)> In(Type subject) =>
        from method in subject.GetMethods(Attacks)
        let attack = method.GetCustomAttribute<AttackAttribute>()
        where attack is not null
        from one in attack.Cases is null
            ? [null]
            : (IEnumerable<string?>)subject.GetProperty(attack.Cases, Attacks)!.GetValue(null)!
        select (method.Name, one);
}
