using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <content>UTF-8: a choice of its own, because a program has to work with bytes then.</content>
internal static partial class Adviser
{
    private static readonly string[] s_heldUtf8 = [StringsSection.Utf8Array, StringsSection.Utf8IdArray];

    /// <summary>
    /// Hold everything as UTF-8: what that saves against the leanest of what holds chars. Nothing where it was not measured.
    /// </summary>
    public static IEnumerable<AdviceItem> Utf8(CorpusProfile profile, StepResult step)
    {
        RivalResult[] pools = ByRatio(step, s_heldUtf8);
        return pools.Length == 0 ? [] : [Utf8(profile, step, pools)];
    }

    private static AdviceItem Utf8(CorpusProfile profile, StepResult step, RivalResult[] pools)
    {
        const string Topic = "UTF-8";
        RivalResult managed = step.Timing[StringsSection.ManagedArray];
        RivalResult chars = Leanest(step, ByRatio(step, s_heldChars).Where(IsNotSlower).Append(managed))!;
        string ascii = $"{Units.Percent(profile.AsciiShare)} of the strings are all ASCII";
        if (Leanest(step, pools.Where(IsNotSlower)) is not RivalResult utf8)
        {
            return new AdviceItem(
                Topic,
                null,
                $"UTF-8 costs time here: {WithPool(pools[0])} takes {TimeAgainst(pools[0], managed)}, for {SizeOf(step, pools[0])} "
                + $"against {SizeOf(step, managed)}; {ascii}.");
        }

        if (BytesOf(step, utf8) > (1 - NotableMemory) * BytesOf(step, chars))
        {
            return new AdviceItem(
                Topic,
                null,
                $"UTF-8 saves no memory to speak of: {SizeOf(step, utf8)} with {WithPool(utf8)}, {SizeOf(step, chars)} with {chars.Name}; {ascii}.");
        }

        string leanest = chars == managed ? string.Empty : $" and {SizeOf(step, chars)} with {chars.Name}";
        return new AdviceItem(
            Topic,
            utf8.Name,
            $"If memory matters and your program can work with bytes, hold these strings as {WithPool(utf8)}: {SizeOf(step, utf8)} against "
            + $"{SizeOf(step, managed)} with {managed.Name}{leanest}; {ascii}. Time, from UTF-8 bytes: {TimeAgainst(utf8, managed)}.");
    }
}
