namespace Cenote.Benchmarks.Interning.Interners;

/// <summary>The table of the runtime, which needs a string to begin with and keeps every one for ever.</summary>
internal readonly struct RuntimeInterner : IInterner<RuntimeInterner>
{
    public static RuntimeInterner Create(int distinct) => default;

    public string Intern(ReadOnlySpan<char> text) => string.Intern(text.ToString());
}
