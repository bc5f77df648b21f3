using Cenote.Tool.Advising;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Reports.Html;

/// <summary>The parts of the memory of all strings of a file, in bytes.</summary>
/// <param name="Text">The chars or UTF-8 bytes of one copy of each string.</param>
/// <param name="Headers">The headers of those copies.</param>
/// <param name="Duplicates">The text and headers of strings that repeat an earlier one.</param>
/// <param name="Index">References, handles, the table of an interner.</param>
/// <param name="Slack">Everything else: terminators, rounding, and unused space.</param>
internal sealed record MemoryParts(double Text, double Headers, double Duplicates, double Index, double Slack)
{
    // The header of an object, its method table, and the length.
    private const int ManagedHeaderBytes = 20;
    private const int CellHeaderBytes = 8;
    private const int ReferenceBytes = 8;

    public double Total => Text + Headers + Duplicates + Index + Slack;

    /// <summary>Splits the measured memory of a contender into parts, scaled to all strings of the file.</summary>
    /// <returns>Null for a contender of unknown layout.</returns>
    public static MemoryParts? Of(CorpusProfile profile, HoldMeasurement memory)
    {
        return memory.Name switch
        {
            StringsSection.ManagedArray => Split(
                ManagedHeaderBytes, (left, _) => Math.Min(left, ReferenceBytes * (double)profile.StringsOfFile)),
            StringsSection.RefArray or StringsSection.IdArray => Pooled(sizeof(char)),
            StringsSection.Utf8Array or StringsSection.Utf8IdArray when profile.Utf8BytesPerChar is { } bytes => Pooled(bytes),
            StringsSection.SetArray or StringsSection.InternedArray => Split(
                ManagedHeaderBytes, (left, texts) => Math.Max(0, left - texts.SlackOfDistinct), isShared: true),
            _ => null,
        };

        MemoryParts Pooled(double bytesPerChar) =>
            Split(CellHeaderBytes, (left, _) => Math.Min(left, profile.Scale * memory.ManagedBytes), bytesPerChar);

        MemoryParts Split(
            int headerBytes, Func<double, Texts, double> index, double bytesPerChar = sizeof(char), bool isShared = false)
        {
            Texts texts = Texts.Of(profile);
            double left = Math.Max(0, memory.BytesOfFile(profile));
            double text = Take(bytesPerChar * texts.DistinctChars);
            double headers = Take(headerBytes * texts.Distinct);
            double duplicates = isShared ? 0 : Take((bytesPerChar * texts.RepeatedChars) + (headerBytes * texts.Repeated));
            double leading = Take(index(left, texts));
            return new MemoryParts(text, headers, duplicates, leading, left);

            double Take(double bytes)
            {
                double taken = Math.Clamp(bytes, 0, left);
                left -= taken;
                return taken;
            }
        }
    }

    /// <summary>The numbers of strings in the whole file, and their chars.</summary>
    private sealed record Texts(
        double Distinct,
        double Repeated,
        double DistinctChars,
        double RepeatedChars,
        double SlackOfDistinct)
    {
        // The measured strings are a sample, so they are scaled; duplicates are known for the whole file.
        public static Texts Of(CorpusProfile profile)
        {
            double strings = profile.StringsOfFile;
            double bytes = profile.Scale * sizeof(char) * profile.TotalChars;
            double managed = profile.Scale * profile.ManagedBytes;
            double distinct = strings * (1 - profile.RepeatedStrings());
            double distinctManaged = managed * (1 - profile.RepeatedMemory());

            // Assumes that one copy of each string has the same average rounding as all strings.
            double around = Math.Max(0, managed - bytes) / strings;
            double distinctBytes = Math.Clamp(distinctManaged - (distinct * around), 0, bytes);
            return new Texts(
                distinct,
                strings - distinct,
                distinctBytes / sizeof(char),
                (bytes - distinctBytes) / sizeof(char),
                distinct * Math.Max(0, around - ManagedHeaderBytes));
        }
    }
}
