using System.Diagnostics;
using System.Reflection;
using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>
/// A test of what only optimized code does, such as making no box of a generic value: it runs in a release build.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class OptimizedFactAttribute : FactAttribute
{
    public OptimizedFactAttribute() => Skip =
        typeof(SegmentedStringPool).Assembly.GetCustomAttribute<DebuggableAttribute>() is { IsJITOptimizerDisabled: true }
            ? "Needs the library with optimizations: dotnet test -c Release."
            : null;
}
