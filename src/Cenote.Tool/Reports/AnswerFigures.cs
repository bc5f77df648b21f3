using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Reports;

/// <summary>The main figures of a verdict, at most two: its gain, and another gain or cost.</summary>
internal static class AnswerFigures
{
    private const int MaxFigures = 2;

    /// <summary>The figures, the gain first; none if plain strings are right.</summary>
    public static IReadOnlyList<Headline> Of(MeasureReport report)
    {
        Answer answer = report.Answer!;
        if (answer.Kind != AnswerKind.Use)
        {
            return [];
        }

        (EffectKind Kind, Headline? Figure)[] figures =
        [
            (EffectKind.Memory, Memory(answer)), (EffectKind.Time, Time(answer, HoldOf(report))), (EffectKind.Pause, Pause(answer)),
        ];
        return
        [
            .. figures.OrderByDescending(entry => entry.Kind == answer.Gain)
                .Select(entry => entry.Figure)
                .OfType<Headline>()
                .Take(MaxFigures),
        ];
    }

    private static Headline? Memory(Answer answer) =>
        Share(1 - ((double)answer.BytesAfter / answer.BytesBefore), "less memory", "more memory");

    // Only verdicts based on the longest pause show the pause.
    private static Headline? Pause(Answer answer) => answer.Gain != EffectKind.Pause
        ? null
        : Share(1 - (answer.PauseMillisecondsAfter / answer.PauseMillisecondsBefore), "shorter pauses", "longer pauses");

    // A time that is too close to call is neither a gain nor a loss.
    private static Headline? Time(Answer answer, StepResult hold)
    {
        string time = Units.Time(1e6 * Math.Abs(answer.BuildMillisecondsAfter - answer.BuildMillisecondsBefore));
        return hold.Timing[answer.Recommends].Verdict switch
        {
            Verdict.Faster => new Headline(time, "less to build once", IsGain: true),
            Verdict.Slower => new Headline(time, "more to build once", IsGain: false),
            _ => null,
        };
    }

    private static Headline? Share(double saved, string less, string more) => saved == 0
        ? null
        : new Headline(Units.Percent(Math.Abs(saved)), saved > 0 ? less : more, saved > 0);

    private static StepResult HoldOf(MeasureReport report) =>
        report.Sections.Select(section => section.Step(StringsSection.Hold)).OfType<StepResult>().First();
}
