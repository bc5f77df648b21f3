using System.Reflection;
using Cenote.Tests.Support;

namespace Cenote.Attack.Tests;

/// <summary>
/// Marks a static method that attacks the library with safe code. It runs in a separate process, or by default with other attacks
/// of its class, and returns if the library withstood the attack: if each call returned the right result or threw a documented
/// exception.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class AttackAttribute : Attribute
{
    private const BindingFlags Attacks = BindingFlags.Static | BindingFlags.NonPublic;

    /// <summary>Whether long tests are skipped.</summary>
    public static bool IsShort => RunSettings.ReasonToSkipLongTests is not null;

    /// <summary>The address space available to the process (<c>ulimit -v</c>); 0 for no limit.</summary>
    public int AddressSpaceMebibytes { get; init; }

    /// <summary>The managed heap available to the process (<c>GCHeapHardLimit</c>); 0 for no separate limit.</summary>
    public int HeapMebibytes { get; init; }

    /// <summary>The number of processors that the runtime assumes; 0 for the machine's.</summary>
    public int Processors { get; init; }

    /// <summary>
    /// A static property that lists the values of the attack's parameter. The attack runs for each value, or for one value if
    /// long tests are skipped.
    /// </summary>
    public string? Cases { get; init; }

    /// <summary>Whether the attack is skipped if long tests are skipped.</summary>
    public bool IsLong { get; init; }

    /// <summary>Whether the attack leaves threads behind that run until its process ends.</summary>
    public bool LeavesThreads { get; init; }

    /// <summary>Whether other attacks can run in the same process.</summary>
    public bool CanShareProcess => AddressSpaceMebibytes == 0 && HeapMebibytes == 0 && Processors == 0 && !LeavesThreads;

    public static AttackAttribute Of(Type subject, string name) =>
        Find(subject, name).GetCustomAttribute<AttackAttribute>()
            ?? throw new ArgumentException($"{name} is not an attack.", nameof(name));

    public static MethodInfo Find(Type subject, string name) =>
        subject.GetMethod(name, Attacks) ?? throw new ArgumentException($"{subject} has no attack {name}.", nameof(name));

    /// <summary>
    /// The attacks of a class, by name and case. If long tests are skipped, an attack with several cases has only one.
    /// </summary>
    public static IEnumerable<(string Name, string? Case)> In(Type subject) =>
        from method in subject.GetMethods(Attacks)
        let attack = method.GetCustomAttribute<AttackAttribute>()
        where attack is not null && !(attack.IsLong && IsShort)
        from one in attack.Cases is null
            ? [null]
            : Chosen(method, (IEnumerable<string?>)subject.GetProperty(attack.Cases, Attacks)!.GetValue(null)!)
        select (method.Name, one);

    // The length of the name selects the case, so that different attacks use different cases.
    private static IEnumerable<string?> Chosen(MethodInfo method, IEnumerable<string?> cases) =>
        IsShort ? [cases.ElementAt(method.Name.Length % cases.Count())] : cases;
}
