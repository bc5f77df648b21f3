using System.Globalization;
using Cenote.Tool.Profile;

namespace Cenote.Tool.Reports.Html;

/// <summary>A histogram of lengths: columns with widths in per cent and heights in pixels.</summary>
internal static class Histogram
{
    private const int PlotHeight = 160;
    private const int ValueHeight = 18;
    private const int AxisHeight = 36;
    private const double Gap = 0.14;

    /// <summary>With more columns than this, only every other one is labelled, including the highest one.</summary>
    private const int MaxLabels = 13;

    public static Fragment Draw(CorpusProfile profile)
    {
        IReadOnlyList<LengthBucket> buckets = profile.Lengths;
        (int highest, LengthBucket fullest) = buckets.Index().MaxBy(entry => entry.Item.Count);
        double width = 100.0 / buckets.Count;
        int bottom = ValueHeight + PlotHeight;
        return Fragment.Of(
            $"""
            <figure class="chart histogram">
            <figcaption><strong>Lengths</strong> in chars; the share of all strings</figcaption>
            <svg role="img" aria-labelledby="lengths-title lengths-text" width="100%" height="{bottom + AxisHeight}">
            <title id="lengths-title">Histogram of the lengths</title>
            <desc id="lengths-text">{string.Join(' ', buckets.Select(bucket => $"{Range(bucket)} chars: {Units.Count(bucket.Count)} strings, {Share(bucket)}."))}</desc>
            {buckets.Select(Column)}
            <line class="baseline" x1="0" x2="100%" y1="{bottom}" y2="{bottom}"/>
            <text class="axis" x="100%" y="{bottom + AxisHeight - 4}" text-anchor="end">chars, up to</text>
            </svg>
            </figure>

            """);

        Fragment Column(LengthBucket bucket, int index)
        {
            int height = bucket.Count == 0 ? 0 : Math.Max(1, (int)Math.Round(PlotHeight * (double)bucket.Count / fullest.Count));
            string middle = Percent((index + 0.5) * width);
            bool isLabelled = buckets.Count <= MaxLabels || (index - highest) % 2 == 0;
            return Fragment.Of(
                $"""
                <g class="column" data-from="{bucket.From}" data-to="{bucket.To}" data-value="{bucket.Count}">
                <rect class="cenote" x="{Percent((index + (Gap / 2)) * width)}" y="{bottom - height}" width="{Percent((1 - Gap) * width)}" height="{height}"/>
                <text class="share" x="{middle}" y="{bottom - height - 5}" text-anchor="middle">{(isLabelled ? ShortShare(bucket) : string.Empty)}</text>
                <text class="axis" x="{middle}" y="{bottom + 15}" text-anchor="middle">{(isLabelled ? ShortCount(bucket.To) : string.Empty)}</text>
                </g>

                """);
        }

        string Share(LengthBucket bucket) => Units.Percent((double)bucket.Count / profile.Count);

        string ShortShare(LengthBucket bucket) => (100.0 * bucket.Count / profile.Count) switch
        {
            0 => "0",
            < 1 => "< 1",
            double share => share.ToString("0", CultureInfo.InvariantCulture) + " %",
        };
    }

    /// <summary>The lengths that a bucket counts, such as "17 to 32".</summary>
    public static string Range(LengthBucket bucket) => bucket.From == bucket.To
        ? Units.Count(bucket.From)
        : $"{Units.Count(bucket.From)} to {Units.Count(bucket.To)}";

    private static string ShortCount(int count) => count switch
    {
        >= 1 << 20 when count % (1 << 20) == 0 => $"{count >> 20}M",
        >= 1 << 10 when count % (1 << 10) == 0 => $"{count >> 10}K",
        _ => Units.Count(count),
    };

    private static string Percent(double value) => value.ToString("0.##", CultureInfo.InvariantCulture) + "%";
}
