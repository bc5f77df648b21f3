using System.Diagnostics;
using System.Reflection;
using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>
/// A test of behaviour that only optimized code has, such as not boxing generic values: it runs only in release builds.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class OptimizedFactAttribute : FactAttribute
{
    public OptimizedFactAttribute() => Skip =
        typeof(SegmentedStringPool).Assembly.GetCustomAttribute<DebuggableAttribute>() is { IsJITOptimizerDisabled: true }
            ? "Needs the library with optimizations: dotnet test -c Release."
            : null;
}
