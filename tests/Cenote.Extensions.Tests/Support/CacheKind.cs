namespace Cenote.Extensions.Tests.Support;

/// <summary>The implementations of a distributed cache.</summary>
public enum CacheKind
{
    Cenote,
    Memory,
    Redis,
}
