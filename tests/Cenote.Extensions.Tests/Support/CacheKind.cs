namespace Cenote.Extensions.Tests.Support;

/// <summary>What implements a distributed cache.</summary>
public enum CacheKind
{
    Cenote,
    Memory,
    Redis,
}
