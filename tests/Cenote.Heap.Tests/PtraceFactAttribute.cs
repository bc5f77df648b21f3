using System.Globalization;
using Cenote.Tests.Support;

namespace Cenote.Heap.Tests;

/// <summary>A test that stops another process, which some containers forbid.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PtraceFactAttribute : FactAttribute
{
    private const int SysPtrace = 19;
    private const string Scope = "/proc/sys/kernel/yama/ptrace_scope";

    private static readonly Lazy<string?> s_objection = new(Find);

    public PtraceFactAttribute() => Skip = s_objection.Value;

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

    private static string? Find()
    {
        if (!OperatingSystem.IsLinux())
        {
            return "The test stops a process with ptrace, which needs Linux.";
        }

        const string Key = "CapEff:";
        string line = File.ReadLines("/proc/self/status").First(line => line.StartsWith(Key, StringComparison.Ordinal));
        ulong capabilities = ulong.Parse(line.AsSpan(Key.Length).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        bool isFree = !File.Exists(Scope) || File.ReadAllText(Scope).Trim() == "0";
        return (capabilities >> SysPtrace & 1) == 1 || isFree
            ? null
            : "ptrace is not allowed here; docker run --cap-add=SYS_PTRACE allows it.";
    }
}
