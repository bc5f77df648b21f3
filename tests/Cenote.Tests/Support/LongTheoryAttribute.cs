namespace Cenote.Tests.Support;

/// <summary>A theory that takes seconds at any <c>CENOTE_TEST_PERCENT</c>. It is skipped below 10.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LongTheoryAttribute : TheoryAttribute
{
    public LongTheoryAttribute() => Skip = RunSettings.ReasonToSkipLongTests;
}
