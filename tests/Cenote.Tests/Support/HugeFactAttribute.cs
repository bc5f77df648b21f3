namespace Cenote.Tests.Support;

/// <summary>A test that needs many gigabytes of memory: it runs only if <c>CENOTE_HUGE</c> is set.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class HugeFactAttribute : FactAttribute
{
    public HugeFactAttribute() =>
        Skip = RunSettings.IsSet("CENOTE_HUGE") ? null : "Needs 10 GB of memory; set CENOTE_HUGE to run it.";
}
