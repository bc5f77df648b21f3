namespace Cenote.Tests.Support;

/// <summary>A theory about what only Linux tells a process.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LinuxTheoryAttribute : TheoryAttribute
{
    public LinuxTheoryAttribute() => Skip = OperatingSystem.IsLinux() ? null : "Reads /proc.";
}
