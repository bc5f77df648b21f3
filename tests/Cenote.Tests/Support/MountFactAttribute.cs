namespace Cenote.Tests.Support;

/// <summary>A test that mounts files or creates device nodes, which only a Linux administrator can do.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class MountFactAttribute : FactAttribute
{
    private static readonly Lazy<string?> s_objection = new(static () =>
        OperatingSystem.IsLinux() && Mounts.Run(static () => { }) ? null : "Only a Linux administrator can mount files.");

    public MountFactAttribute() => Skip = s_objection.Value;
}
