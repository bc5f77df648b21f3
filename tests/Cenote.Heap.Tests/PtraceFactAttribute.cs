using System.Diagnostics;
using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap.Tests;

/// <summary>A test that stops another process, which not every container allows.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PtraceFactAttribute : FactAttribute
{
    private static readonly Lazy<string?> s_objection = new(Try);

    public PtraceFactAttribute() => Skip = s_objection.Value;

    private static string? Try()
    {
        if (!OperatingSystem.IsLinux())
        {
            return "Processes are stopped by ptrace here, which is on Linux.";
        }

        using var sleeping = Process.Start("sleep", "60");
        try
        {
            DataTarget.AttachToProcess(sleeping.Id, suspend: true).Dispose();
            return null;
        }
        catch (Exception exception)
        {
            return $"ptrace is not allowed here (docker run --cap-add=SYS_PTRACE allows it): {exception.Message}";
        }
        finally
        {
            sleeping.Kill();
        }
    }
}
