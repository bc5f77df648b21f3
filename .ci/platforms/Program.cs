using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;
using Cenote.Platforms;
using Xunit.Abstractions;
using Xunit.Sdk;

// runner ASSEMBLY LOG [+PART...] [-PART...]: runs the tests of an assembly, and writes each outcome to a log. Runs only tests
// whose names contain a +PART, if there are any, and none whose names contain a -PART. For platforms without `dotnet test`.
if (args is not [var path, var log, .. var parts])
{
    Console.Error.WriteLine("runner ASSEMBLY LOG [+PART...] [-PART...]");
    return 2;
}

string[] included = [.. parts.Where(static part => part[0] == '+').Select(static part => part[1..])];
string[] excluded = [.. parts.Where(static part => part[0] == '-').Select(static part => part[1..])];
long start = Stopwatch.GetTimestamp();
Assembly assembly = Assembly.LoadFrom(Path.GetFullPath(path));
using var framework = new XunitTestFramework(new Sink(static _ => { }));
var discovery = new Discovery();
using (ITestFrameworkDiscoverer discoverer = framework.GetDiscoverer(Reflector.Wrap(assembly)))
{
    discoverer.Find(includeSourceInformation: false, discovery, new Settings());
    discovery.Finished.Wait();
    ITestCase[] cases = [.. discovery.Cases.Where(test =>
        (included.Length == 0 || included.Any(NameOf(test).Contains)) && !excluded.Any(NameOf(test).Contains))];
    Console.WriteLine($"{RuntimeInformation.OSDescription}, {RuntimeInformation.RuntimeIdentifier}, {RuntimeInformation.FrameworkDescription}: "
        + $"{cases.Length} of {discovery.Cases.Count} test cases");

    using var writer = new StreamWriter(log) { AutoFlush = true };
    var outcome = new Outcome(writer);
    using ITestFrameworkExecutor executor = framework.GetExecutor(assembly.GetName());
    executor.RunTests(cases, outcome, new Settings());
    outcome.Finished.Wait();
    Console.WriteLine($"{outcome.Passed} passed, {outcome.Failed} failed, {outcome.Skipped} skipped, {Stopwatch.GetElapsedTime(start).TotalSeconds:0} s");
    return outcome.Failed == 0 && outcome.Passed > 0 ? 0 : 1;
}

static string NameOf(ITestCase test) => $"{test.TestMethod.TestClass.Class.Name}.{test.TestMethod.Method.Name}";
