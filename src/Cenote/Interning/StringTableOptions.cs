using Cenote.Memory.Pages;

namespace Cenote.Interning;

/// <summary>What a <see cref="StringTable"/> can be told. It reads its options once, when it is made.</summary>
/// <example>
/// Ids that fit a byte:
/// <code>
/// using var states = new StringTable(new StringTableOptions { MaximumCount = 256 });
/// byte id = (byte)states.GetOrAdd("Campeche");
/// Console.WriteLine(id);   // prints 0
/// </code>
/// </example>
public sealed class StringTableOptions
{
    /// <summary>Texts to make room for from the start. 0 by default: growth is cheap.</summary>
    public int Capacity { get; set; }

    /// <summary>
    /// The most texts the table takes, so that ids fit the field of a record, or texts from outside do not fill the memory. No
    /// limit by default; with 65,536 every id fits 16 bits.
    /// </summary>
    public int MaximumCount { get; set; } = int.MaxValue;

    /// <summary>
    /// The most bytes of text, in UTF-16, that the table takes. No limit by default. What finds them comes on top: some 30 bytes
    /// a text.
    /// </summary>
    public long MaximumTextBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Whether texts are overwritten with zeros when the table is disposed, and copies of them on the way into the table at once,
    /// so that secrets do not stay in memory. False by default. A table that is never disposed gives its memory back as it is.
    /// </summary>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// The name under which the meter <c>Cenote</c> shows this table, as its tag <c>cenote.interner.name</c>; those
    /// of one name are added up. Null, the default: it is not shown. Showing costs nothing until somebody observes.
    /// </summary>
    public string? MetricsName { get; set; }

    /// <summary>Bytes of addresses to reserve; what lies beyond is found through a table.</summary>
    internal long ReservedAddressBytes { get; init; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Capacity, 0);
        CommonThrow.IfOptionOutOfRange(MaximumCount, 1);
        CommonThrow.IfOptionOutOfRange(MaximumTextBytes, 1);
        CommonThrow.IfNameEmpty(MetricsName);
    }
}
