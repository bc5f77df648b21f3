using System.Diagnostics;
using Cenote.Tests.Support;
using Cenote.Tool.CommandLine;

namespace Cenote.Heap.Tests;

/// <summary>A test that runs the tool with fewer privileges. Only root can start a process as another user.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class SetprivFactAttribute : FactAttribute
{
    /// <summary>A command prefix that runs the command as an unprivileged user.</summary>
    public const string AsNobody = "setpriv --reuid=65534 --clear-groups";

    /// <summary>A command prefix that removes <c>CAP_SYS_PTRACE</c>: the command cannot stop processes that have it.</summary>
    public const string WithoutPtrace = "setpriv --bounding-set=-sys_ptrace --inh-caps=-sys_ptrace";

    private static readonly Lazy<string?> s_objection = new(Find);

    public SetprivFactAttribute() => Skip = new PtraceFactAttribute().Skip ?? s_objection.Value;

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
        if (Environment.UserName != "root" || !File.Exists("/usr/bin/setpriv"))
        {
            return "Only an administrator with setpriv can run the tool as another user.";
        }

        string tool = typeof(Application).Assembly.Location;
        return !Succeeds($"{AsNobody} test -r '{tool}'") || !Succeeds($"{AsNobody} '{VictimProcess.Muxer}' --list-runtimes")
            ? "The user without rights cannot read the tool or the runtime."
            : Succeeds($"{WithoutPtrace} true") ? null : "Rights cannot be dropped here.";
    }

    private static bool Succeeds(string command)
    {
        var start = new ProcessStartInfo("/bin/bash", ["-c", command])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        using Process process = Process.Start(start)!;
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0;
    }
}
