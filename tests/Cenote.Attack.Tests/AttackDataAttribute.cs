using System.Reflection;
using Xunit.Sdk;

namespace Cenote.Attack.Tests;

/// <summary>The attacks of the test class, as data for the theory that all attack classes inherit.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class AttackDataAttribute : DataAttribute
{
    public override IEnumerable<object?[]> GetData(MethodInfo testMethod) =>
        AttackAttribute.In(testMethod.ReflectedType!).Select(static attack => new object?[] { attack.Name, attack.Case });
}
