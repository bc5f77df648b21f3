namespace Cenote.Tests.Support;

/// <summary>A test that needs what only Linux shows of a process.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LinuxFactAttribute : FactAttribute
{
    public LinuxFactAttribute() => Skip = OperatingSystem.IsLinux() ? null : "Reads /proc.";
}
