namespace Cenote.Tests.Support;

/// <summary>A theory that takes seconds at any <c>CENOTE_TEST_PERCENT</c>: it runs only where long tests run, as in CI.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LongTheoryAttribute : TheoryAttribute
{
    public LongTheoryAttribute() => Skip = RunSettings.ReasonToSkipLongTests;
}
