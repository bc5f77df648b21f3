namespace Cenote.Tests.Support;

/// <summary>A theory about information that only Linux exposes to a process.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LinuxTheoryAttribute : TheoryAttribute
{
    public LinuxTheoryAttribute() => Skip = OperatingSystem.IsLinux() ? null : "Needs Linux: it reads /proc.";

    /// <summary>Whether the test is long, and skipped like one with <see cref="LongFactAttribute"/>.</summary>
    public bool IsLong
    {
        get;
        init
        {
            field = value;
            Skip ??= value ? RunSettings.ReasonToSkipLongTests : null;
        }
    }
}
