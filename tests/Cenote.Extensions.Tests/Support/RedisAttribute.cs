using System.Reflection;
using Cenote.Samples;
using Xunit.Sdk;

namespace Cenote.Extensions.Tests.Support;

/// <summary>Redis, if it is installed; otherwise the test is skipped with a reason.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RedisAttribute : DataAttribute
{
    public RedisAttribute() => Skip = RedisServer.IsInstalled ? null : RedisServer.Missing;

    public override IEnumerable<object[]> GetData(MethodInfo testMethod) => [[CacheKind.Redis]];
}
