namespace Cenote.Tests.Support;

/// <summary>A test of features that only Linux has or exposes.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LinuxFactAttribute : FactAttribute
{
    public LinuxFactAttribute() => Skip = OperatingSystem.IsLinux() ? null : "Needs Linux.";

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
