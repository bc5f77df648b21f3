using System.Text;
using Cenote.Objects;

namespace Cenote.Tool.Sections.Objects;

/// <summary>Builders, which keep the capacity that they have reached: no string of a sample is so long that this would matter.</summary>
internal readonly struct BuilderPolicy : IPoolPolicy<StringBuilder>
{
    public StringBuilder Create() => new();

    public bool Cleanup(StringBuilder item)
    {
        item.Clear();
        return true;
    }
}
