using Cenote.Tool.Input;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections.Sort;

/// <summary>Sorts the strings of a corpus over and over, always from the order that they have there.</summary>
internal interface ISorting : IWorkload
{
    /// <summary>The checksum of all strings in the order of the latest run; see <see cref="TextCorpus.Checksum"/>.</summary>
    ulong Checksum();
}
