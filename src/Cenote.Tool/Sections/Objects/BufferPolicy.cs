using Cenote.Objects;

namespace Cenote.Tool.Sections.Objects;

/// <summary>Buffers of one size, in which stays what was there, as in those of <see cref="System.Buffers.ArrayPool{T}"/>.</summary>
internal readonly struct BufferPolicy(int size) : IPoolPolicy<char[]>
{
    public char[] Create() => new char[size];

    public bool Cleanup(char[] item) => true;
}
