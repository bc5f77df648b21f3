using System.Diagnostics;
using System.Text.Json;

namespace Cenote.Measurement.Tests;

public class ChildProcessTests
{
    private static readonly ChildProcess s_child = new(typeof(ChildProgram).Assembly);

    [Fact]
    public async Task The_last_line_of_the_child_comes_back_as_json()
    {
        var sent = new Comparison("größer", 1, 7, []);

        Comparison received = await s_child.RunAsync(
            ["echo"],
            MeasurementJson.Default.Comparison,
            input => input.Write(JsonSerializer.SerializeToUtf8Bytes(sent, Compact.Comparison)));

        Assert.Equal(sent.Name, received.Name);
        Assert.Equal(sent.Rounds, received.Rounds);
    }

    [Fact]
    public async Task A_child_gets_variables_in_addition_to_the_inherited_ones()
    {
        var child = new ChildProcess(typeof(ChildProgram).Assembly)
        {
            Variables = new Dictionary<string, string>(StringComparer.Ordinal) { ["CENOTE_TEST_VARIABLE"] = "given" },
        };

        Assert.Equal("given", await child.RunAsync(["variable", "CENOTE_TEST_VARIABLE"]));
        Assert.Equal(Environment.GetEnvironmentVariable("PATH"), await child.RunAsync(["variable", "PATH"]));
        Assert.Empty(await s_child.RunAsync(["variable", "CENOTE_TEST_VARIABLE"]));
    }

    [Fact]
    public async Task A_failing_child_throws_with_its_exit_code_and_its_reason()
    {
        ChildProcessException exception = await Assert.ThrowsAsync<ChildProcessException>(() => s_child.RunAsync(["fail"]));

        Assert.Equal(3, exception.ExitCode);
        Assert.Contains("the reason", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_child_that_fails_before_it_reads_its_input_is_reported_by_its_reason()
    {
        ChildProcessException exception = await Assert.ThrowsAsync<ChildProcessException>(
            () => s_child.RunAsync(["fail"], input => input.Write(new byte[16 << 20])));

        Assert.Contains("the reason", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_child_that_answers_no_json_throws()
    {
        await Assert.ThrowsAsync<ChildProcessException>(() => s_child.RunAsync(["nothing"], MeasurementJson.Default.Comparison));
    }

    [Fact]
    public async Task Cancelling_kills_the_child()
    {
        string pidFile = Path.GetTempFileName();
        try
        {
            using var source = new CancellationTokenSource();
            Task<string> running = s_child.RunAsync(["sleep", pidFile], cancellationToken: source.Token);
            int pid;
            while (!int.TryParse(await File.ReadAllTextAsync(pidFile), out pid))
            {
                await Task.Delay(20);
            }

            using Process child = Process.GetProcessById(pid);
            await source.CancelAsync();

            await Assert.ThrowsAsync<OperationCanceledException>(() => running);
            Assert.True(child.WaitForExit(TimeSpan.FromSeconds(30)));
        }
        finally
        {
            File.Delete(pidFile);
        }
    }

    private static MeasurementJson Compact { get; } =
        new(new JsonSerializerOptions(MeasurementJson.Default.Options) { WriteIndented = false });
}
