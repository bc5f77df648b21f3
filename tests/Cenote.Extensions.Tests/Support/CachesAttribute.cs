using System.Reflection;
using Xunit.Sdk;

namespace Cenote.Extensions.Tests.Support;

/// <summary>The kinds of caches that need no installation.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class CachesAttribute : DataAttribute
{
    public override IEnumerable<object[]> GetData(MethodInfo testMethod) => [[CacheKind.Cenote], [CacheKind.Memory]];
}
