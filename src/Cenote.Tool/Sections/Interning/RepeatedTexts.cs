using Cenote.Tool.Input;
using Cenote.Tool.Profile;

namespace Cenote.Tool.Sections.Interning;

/// <summary>The strings of a corpus that occur more than once.</summary>
internal static class RepeatedTexts
{
    /// <summary>The number of distinct strings that occur more than once.</summary>
    public static int Count(TextCorpus corpus)
    {
        var distinct = new DistinctTexts(corpus);
        var repeated = new DistinctTexts(corpus);
        for (int i = 0; i < corpus.Count; i++)
        {
            if (!distinct.Add(i))
            {
                repeated.Add(i);
            }
        }

        return repeated.Count;
    }
}
