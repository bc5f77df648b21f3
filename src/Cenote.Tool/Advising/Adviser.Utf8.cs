using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>UTF-8: a separate topic, because the program has to work with bytes.</content>
internal static partial class Adviser
{
    /// <summary>Advice on holding all strings as UTF-8; empty if that was not measured.</summary>
    public static IEnumerable<AdviceItem> Utf8(CorpusProfile profile, StepResult step) =>
        Rules.Utf8(step) is { Conclusion: not NotMeasured } decision ? [Utf8(profile, step, decision)] : [];

    private static AdviceItem Utf8(CorpusProfile profile, StepResult step, Decision decision)
    {
        RivalResult managed = step.Baseline();
        RivalResult utf8 = step.Timing[decision.About!];
        string ascii = $"{Units.Percent(profile.AsciiShare)} of the strings are pure ASCII";
        string size = SizeOf(step, utf8.Name, profile);
        string managedSize = SizeOf(step, managed.Name, profile);
        return AdviceItem.Of("UTF-8", decision, decision.Conclusion switch
        {
            UseForMemory => new(
                $"If memory matters and your program can work with bytes, hold these strings as {WithPool(utf8)}",
                $"{size} against {managedSize} with {managed}{Leanest()}; {ascii}")
            {
                Remarks = [$"Time, from UTF-8 bytes: {TimeAgainst(utf8, managed)}"],
            },
            CostsTime => new(
                $"UTF-8 costs time here",
                $"{WithPool(utf8)} takes {TimeAgainst(utf8, managed)}, for {size} against {managedSize}; {ascii}"),
            _ => new($"UTF-8 saves almost no memory", $"{size} with {WithPool(utf8)}, {Other()}; {ascii}"),
        });

        Wording Leanest() => decision.Other == managed.Name ? Wording.None : And(Other());

        Wording Other() => $"{SizeOf(step, decision.Other!, profile)} with {new Name(decision.Other!)}";

        static Wording And(Wording other) => $" and {other}";
    }
}
