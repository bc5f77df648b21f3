namespace Cenote.Tests.Support;

/// <summary>A test that takes seconds at any <c>CENOTE_TEST_PERCENT</c>: it runs only where long tests run, as in CI.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LongFactAttribute : FactAttribute
{
    public LongFactAttribute() => Skip = RunSettings.ReasonToSkipLongTests;
}
