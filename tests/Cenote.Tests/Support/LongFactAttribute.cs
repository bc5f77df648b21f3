namespace Cenote.Tests.Support;

/// <summary>A test that takes seconds at any <c>CENOTE_TEST_PERCENT</c>. It is skipped below 10.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LongFactAttribute : FactAttribute
{
    public LongFactAttribute() => Skip = RunSettings.ReasonToSkipLongTests;
}
