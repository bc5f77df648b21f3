using Cenote.Diagnostics;

namespace Cenote.Interning;

/// <summary>The instruments of named interners.</summary>
internal static class InternerMetrics
{
    public static readonly MeasuredKind<IMeasuredInterner> Interners =
        new MeasuredKind<IMeasuredInterner>("cenote.interner", static interner => interner.IsDisposed)
            .UpDownCounter("strings", "{string}", "Strings in the interner.", static interner => interner.Count)
            .UpDownCounter("memory.used", "By", "Bytes of the strings, if counted.", static interner => interner.Bytes)
            .Counter("additions", "{string}", "Strings that were added.", static interner => interner.Additions)
            .Counter("removals", "{string}", "Strings that were removed.", static interner => interner.Removals)
            .Counter("evictions", "{string}", "Strings that were evicted.", static interner => interner.Evictions)
            .Counter(
                "collected", "{string}", "Strings that were garbage collected.", static interner => interner.Collected);
}
