using Xunit.Abstractions;
using Xunit.Sdk;

namespace Cenote.Platforms;

internal class Sink(Action<IMessageSinkMessage> receive) : IMessageSink
{
    public ManualResetEventSlim Finished { get; } = new();

    public virtual bool OnMessage(IMessageSinkMessage message)
    {
        receive(message);
        return true;
    }
}

/// <summary>Collects the test cases of an assembly.</summary>
internal sealed class Discovery() : Sink(static _ => { })
{
    public List<ITestCase> Cases { get; } = [];

    public override bool OnMessage(IMessageSinkMessage message)
    {
        switch (message)
        {
            case ITestCaseDiscoveryMessage found:
                Cases.Add(found.TestCase);
                break;
            case IDiscoveryCompleteMessage:
                Finished.Set();
                break;
        }

        return true;
    }
}

/// <summary>Counts outcomes, and writes each test's name when it starts and ends: after a crash, the last line names the test.</summary>
internal sealed class Outcome(TextWriter log) : Sink(static _ => { })
{
    private readonly Lock _gate = new();

    public int Passed { get; private set; }

    public int Failed { get; private set; }

    public int Skipped { get; private set; }

    public override bool OnMessage(IMessageSinkMessage message)
    {
        lock (_gate)
        {
            switch (message)
            {
                case ITestStarting test:
                    log.WriteLine($"> {test.Test.DisplayName}");
                    break;
                case ITestPassed test:
                    Passed++;
                    log.WriteLine($"+ {test.ExecutionTime:0.000} {test.Test.DisplayName}");
                    break;
                case ITestSkipped test:
                    Skipped++;
                    log.WriteLine($"s {test.Test.DisplayName}: {test.Reason}");
                    break;
                case ITestFailed test:
                    Fail($"! {test.ExecutionTime:0.000} {test.Test.DisplayName}", test);
                    break;
                case IErrorMessage error:
                    Fail("! outside of a test", error);
                    break;
                case ITestAssemblyFinished:
                    Finished.Set();
                    break;
            }
        }

        return true;
    }

    private void Fail(string what, IFailureInformation failure)
    {
        Failed++;
        string text = $"{what}\n{string.Join('\n', failure.Messages)}\n{string.Join('\n', failure.StackTraces)}";
        log.WriteLine(text);
        Console.WriteLine(text);
    }
}

/// <summary>xunit's defaults.</summary>
internal sealed class Settings : ITestFrameworkDiscoveryOptions, ITestFrameworkExecutionOptions
{
    private readonly Dictionary<string, object?> _values = [];

    public TValue GetValue<TValue>(string name) => _values.TryGetValue(name, out object? value) ? (TValue)value! : default!;

    public void SetValue<TValue>(string name, TValue value) => _values[name] = value;
}
