using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Comparing;

namespace Cenote.Tool.Tests.Reports;

public class SummaryTests
{
    private static readonly Answer s_plain =
        new(AnswerKind.PlainStrings, "string[]", "Plain.", "", "", 1 << 20, 1 << 20, 1, 1, 1, 1);

    [Fact]
    public void The_largest_gain_of_each_section_is_named_and_the_largest_of_all_first()
    {
        MeasureReport report = Report(
            s_plain,
            Item(SortSection.SectionName, "Sort", Gain(EffectKind.Time, 0.5, saved: 10)),
            Item(CachesSection.SectionName, "Caches", Gain(EffectKind.Time, 0.2, saved: 500)),
            Item(CachesSection.SectionName, "Cache sets", Gain(EffectKind.Time, 0.9, saved: 1)),
            Item(CollectionsSection.SectionName, "Keys", Gain(EffectKind.Memory, 0.5, saved: 100 << 20), Gain(EffectKind.Time, 0.6, saved: 3)));

        Assert.Equal("Caches: 5.0× faster · Keys: 50 % less memory, 1.7× faster · Sort: 2.0× faster · Strings: keep plain strings", Summary.Of(report));
        Assert.Equal([true, true, true, false], Summary.Parts(report).Select(part => part.IsGain));
    }

    [Fact]
    public void No_more_than_three_gains_and_no_losses_are_named()
    {
        MeasureReport report = Report(
            s_plain with { Gain = EffectKind.Memory, BytesBefore = 4 << 20, BytesAfter = 2 << 20 },
            Item(SortSection.SectionName, "Sort", Gain(EffectKind.Time, 0.5, saved: 40)),
            Item(CachesSection.SectionName, "Caches", Gain(EffectKind.Time, 0.5, saved: 30), Gain(EffectKind.Memory, 1.5, saved: -5)),
            Item(BuffersSection.SectionName, "Buffers", Gain(EffectKind.Time, 0.5, saved: 20)),
            Item(ObjectsSection.SectionName, "Objects", Gain(EffectKind.Time, 0.5, saved: 10)));

        Assert.Equal(
            "Sort: 2.0× faster · Caches: 2.0× faster · Buffers: 2.0× faster · Strings: 2.00 MB instead of 4.00 MB", Summary.Of(report));
    }

    [Fact]
    public void Without_gains_or_other_sections_there_is_no_summary()
    {
        Assert.Null(Summary.Of(Report(null, Item(SortSection.SectionName, "Sort"))));
        Assert.Null(Summary.Of(Report(s_plain, Item(SortSection.SectionName, "Sort"))));
        Assert.Null(Summary.Of(Report(s_plain, Item(StringsSection.SectionName, "Hold all", Gain(EffectKind.Memory, 0.5, 1 << 20)))));
    }

    private static (string Section, AdviceItem Item) Item(string section, string topic, params Effect[] effects) =>
        (section, new AdviceItem(topic, Conclusion.Use, "rival", "text") { Steps = [topic], Effects = [.. effects.Select(effect => effect with { Step = topic })] });

    private static Effect Gain(EffectKind kind, double ratio, double saved) => new(kind, string.Empty, ratio) { Saved = saved };

    private static MeasureReport Report(Answer? answer, params (string Section, AdviceItem Item)[] items) => Runs.Of() with
    {
        Answer = answer,
        Sections =
        [
            .. items.GroupBy(static item => item.Section).Select(static items => new SectionResult(
                items.Key, [.. items.Select(static item => Runs.Step(item.Item.Topic, [Runs.Rival(0.5)]))])),
        ],
        Advice = [.. items.Select(static item => item.Item)],
    };
}
