using Cenote.Tool.Measuring;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Holding strings, and strings that come and go.</content>
internal static partial class Adviser
{
    /// <summary>Hold everything as chars.</summary>
    public static AdviceItem Hold(StepResult step)
    {
        Decision decision = Rules.Hold(step);
        RivalResult managed = step.Baseline();
        RivalResult about = step.Timing[decision.About!];
        return Item("Hold all", decision, decision.Conclusion switch
        {
            Use => $"Hold these strings as {WithPool(about)}: {TimeAgainst(about, managed)}, {MemoryAgainst(step, about.Name)}.{Tie(decision)}",
            UseForMemory => $"Hold these strings as {WithPool(about)} for its memory: {MemoryAgainst(step, about.Name)}; the time is too close to "
                + $"call, {TimeAgainst(about, managed)}.",
            TooCloseToCall => $"Stay with plain managed strings: {WithPool(about)} is too close to call, {TimeAgainst(about, managed)}, "
                + $"{MemoryAgainst(step, about.Name)}.",
            _ => $"Plain managed strings win on this file: {managed.Name} takes {TimeOf(managed)} per string, {BestPool(step, decision)}.",
        });
    }

    /// <summary>Pauses: what a full collection costs while everything is live, and whether that is worth anything.</summary>
    public static AdviceItem Pauses(StepResult step)
    {
        Decision decision = Rules.Pauses(step);
        RivalResult managed = step.Baseline();
        RivalResult about = step.Timing[decision.About!];
        string figures = $"a full collection with everything live takes {PauseOf(step, managed.Name)} with {managed.Name} and "
            + $"{PauseOf(step, about.Name)} with {about.Name}";
        return Item("Pauses", decision, decision.Conclusion switch
        {
            Use => $"If pauses matter, use {WithPool(about)}: {figures}.{Tie(decision)}",
            CostsTime => $"Only if pauses matter more than throughput, {WithPool(about)} is worth its time: {figures}, but building takes "
                + $"{RatioOf(about)} of the time.",
            TooCloseToCall => $"Whether a pool shortens pauses by enough to matter is too close to call: {figures}.",
            _ when step.PauseOf(managed.Name) < Rules.NotablePause => $"Pauses are no reason to change anything at this size: {figures}.",
            _ => $"A pool does not shorten pauses much here: {figures}.",
        });
    }

    /// <summary>Strings that come and go, and beside that as UTF-8.</summary>
    public static AdviceItem Churn(StepResult step, int window)
    {
        Decision decision = Rules.Churn(step);
        RivalResult managed = step.Baseline();
        RivalResult about = step.Timing[decision.About!];
        string figures = $"{TimeAgainst(about, managed)}; {CollectionsAgainst(about, managed)}";
        string advice = decision.Conclusion switch
        {
            Use => $"Keep strings that come and go as {WithPool(about)}: {figures}.{Tie(decision)}",
            TooCloseToCall => $"Time does not decide: {WithPool(about)} is too close to call, {figures}.",
            _ => $"Plain managed strings win: {TimeOf(managed)} per string, {BestPool(step, decision)}.",
        };
        return Item($"Churn, {Units.Count(window)} live", decision, advice + ChurnAsUtf8(step));
    }

    private static string ChurnAsUtf8(StepResult step) => Rules.ChurnAsUtf8(step) is { Conclusion: Use, About: string name } && step.Timing[name] is var utf8
        ? $" From UTF-8 bytes, {WithPool(utf8)} is faster: {TimeOf(utf8)} (ratio {RatioOf(utf8)})."
        : string.Empty;

    private static string BestPool(StepResult step, Decision decision)
    {
        RivalResult pool = step.Timing[decision.Other!];
        return $"the best pool, {WithPool(pool)}, {TimeOf(pool)} (ratio {RatioOf(pool)})";
    }
}
