using System.Runtime.InteropServices;

namespace Cenote.Samples.Jabber.Storage;

/// <summary>Where the next text of a processor goes, apart from what other processors write and read.</summary>
[StructLayout(LayoutKind.Explicit, Size = 128)]
internal struct NextPlace
{
    [FieldOffset(64)]
    public long Value;
}
