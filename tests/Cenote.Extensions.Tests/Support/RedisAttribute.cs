using System.Reflection;
using Cenote.Samples;
using Xunit.Sdk;

namespace Cenote.Extensions.Tests.Support;

/// <summary>Redis, where it is installed. Otherwise the test is skipped and says why.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RedisAttribute : DataAttribute
{
    public RedisAttribute() => Skip = RedisServer.IsInstalled ? null : RedisServer.Missing;

    public override IEnumerable<object[]> GetData(MethodInfo testMethod) => [[CacheKind.Redis]];
}
