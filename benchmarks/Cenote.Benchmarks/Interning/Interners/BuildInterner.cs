namespace Cenote.Benchmarks.Interning.Interners;

/// <summary>The interner of MSBuild, one for the process.</summary>
internal readonly struct BuildInterner : IInterner<BuildInterner>
{
    public static BuildInterner Create(int distinct) => default;

    public string Intern(ReadOnlySpan<char> text) => Microsoft.NET.StringTools.Strings.WeakIntern(text);
}
