using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

/// <summary>
/// The first part of a report does not contradict itself: verdict, headline, savings, costs, and advice.
/// </summary>
internal static class Agreement
{
    public static void Check(Answer answer, StepResult hold, AdviceItem held, AdviceItem? interner)
    {
        string headline = VerdictSection.Headline(answer);
        Assert.Equal(answer.Kind == AnswerKind.PlainStrings, answer.Gain is null);
        if (answer.Kind == AnswerKind.PlainStrings)
        {
            Assert.Equal(answer.TradeOff ?? "Plain strings are right here", headline);
            Assert.True(answer.TradeOff is null || answer.Verdict.EndsWith($" ({answer.TradeOff}).", StringComparison.Ordinal));
            CheckPlain(answer, interner);
            return;
        }

        Assert.NotNull(answer.Saves);

        (string Verdict, string Headline, string Saves) gain = answer.Gain switch
        {
            EffectKind.Memory => (
                $": {Units.Bytes(answer.BytesAfter)} instead of {Units.Bytes(answer.BytesBefore)}.",
                $"{Units.Bytes(answer.BytesAfter)} instead of {Units.Bytes(answer.BytesBefore)}",
                " of memory"),
            EffectKind.Time => (
                $"{Time(answer.BuildMillisecondsAfter)} instead of {Time(answer.BuildMillisecondsBefore)}.",
                $"Built in {Time(answer.BuildMillisecondsAfter)} instead of {Time(answer.BuildMillisecondsBefore)}",
                " of building once"),
            _ => (
                $"falls from {Time(answer.PauseMillisecondsBefore)} to {Time(answer.PauseMillisecondsAfter)}.",
                $"Pauses of {Time(answer.PauseMillisecondsAfter)} instead of {Time(answer.PauseMillisecondsBefore)}",
                "the longest pause with all strings live falls"),
        };
        string[] verdict = answer.Verdict.Split(" Only if ");
        Assert.InRange(verdict.Length, 1, 3);
        Assert.EndsWith(gain.Verdict, verdict[0], StringComparison.Ordinal);
        Assert.DoesNotContain(verdict[1..], other => other.Contains(verdict[0].Split(": ")[0], StringComparison.OrdinalIgnoreCase));
        Assert.Equal(gain.Headline, headline);
        Assert.Contains(gain.Saves, answer.Saves, StringComparison.Ordinal);
        Assert.Contains(held.Effects, effect => effect.Kind == answer.Gain && effect.Ratio < 1);
        Assert.Equal(
            answer.Gain == EffectKind.Pause, held.Text.Contains("for shorter pauses", StringComparison.Ordinal));
        Assert.DoesNotContain("Plain strings are right here", interner?.Text ?? string.Empty, StringComparison.Ordinal);

        bool isLonger = hold.MemoryOf(hold.Baseline().Name).TotalBytes >= 1 << 20
            && answer.PauseMillisecondsAfter >= Math.Max(1.5, 3 * answer.PauseMillisecondsBefore);
        if (isLonger)
        {
            Assert.Contains("the longest pause with all strings live rises", answer.Costs, StringComparison.Ordinal);
        }
    }

    // All lines are about the same recommendation.
    private static void CheckPlain(Answer answer, AdviceItem? interner)
    {
        bool isShared = answer.Verdict.Contains("Share equal ones with a ", StringComparison.Ordinal);
        bool isConditional = answer.TradeOff is not null || answer.Verdict.Contains("Only if ", StringComparison.Ordinal);
        Assert.False(isShared && isConditional);
        Assert.True(isShared || isConditional || answer.Alternative is null);
        Assert.Contains(answer.Alternative?.Split(" by ")[^1] ?? "", answer.Verdict, StringComparison.Ordinal);
        Assert.Equal(!isShared && !isConditional, answer.Saves is null);
        Assert.Equal(answer.Saves is null, answer.Costs is null);
        bool isInternerRecommended = interner?.Recommends is string name && name != InterningSection.Plain;
        Assert.Equal(isInternerRecommended, isShared);
        if (isShared)
        {
            Assert.Contains($"Share equal ones with a {interner!.Recommends}", answer.Verdict, StringComparison.Ordinal);
            Assert.StartsWith($"{interner.Recommends}: ", answer.Saves, StringComparison.Ordinal);
            Assert.StartsWith($"{interner.Recommends}: ", answer.Costs, StringComparison.Ordinal);
        }
        else if (isConditional)
        {
            Assert.Equal(answer.Saves?.Split(": ")[0], answer.Costs?.Split(": ")[0]);
        }
    }

    private static string Time(double milliseconds) => Units.Time(1e6 * milliseconds);
}
