using System.Text;

namespace Cenote.Benchmarks.Objects.RealObjects;

/// <summary>A text of 200 chars, put together of small parts and copied out.</summary>
internal readonly struct RealStringBuilder() : IRealObject<StringBuilder>
{
    private const int Parts = 20;

    private readonly char[] _output = new char[16 * Parts];

    public Action<StringBuilder>? Cleaner => static item => item.Clear();

    public StringBuilder Create() => new();

    public bool Cleanup(StringBuilder item)
    {
        item.Clear();
        return true;
    }

    public void Use(StringBuilder item)
    {
        for (int i = 0; i < Parts; i++)
        {
            item.Append("part ").Append(1_000 + i).Append(',');
        }

        item.CopyTo(0, _output, item.Length);
    }
}
