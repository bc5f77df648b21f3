using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>Options for a <see cref="StringTable"/>. The constructor reads them once.</summary>
/// <example>
/// Limit ids to one byte:
/// <code>
/// using var states = new StringTable(new StringTableOptions { MaximumCount = 256 });
/// byte id = (byte)states.GetOrAdd("Campeche");
/// Console.WriteLine(id);   // prints 0
/// </code>
/// </example>
public sealed class StringTableOptions
{
    /// <summary>Initial capacity in strings; 0 by default, because growth is cheap.</summary>
    public int Capacity { get; set; }

    /// <summary>
    /// Maximum number of strings, to limit the size of ids or the memory that untrusted input can use. No limit by default. With
    /// 65,536, every id fits in a <see cref="ushort"/>.
    /// </summary>
    public int MaximumCount { get; set; } = int.MaxValue;

    /// <summary>
    /// Maximum bytes of all strings in UTF-16. No limit by default. The table itself takes about 30 more bytes per string.
    /// </summary>
    public long MaximumTextBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Whether strings are overwritten with zeros on disposal, and temporary copies after use, so that secrets do not stay in
    /// memory. False by default. The memory of a table that is never disposed is released without being cleared.
    /// </summary>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// The value of the tag <c>cenote.dictionary.name</c> for this table in the meter <c>Cenote</c>. The metrics of tables with
    /// the same name are summed. Null, the default, disables the metrics. Metrics cost nothing until a listener observes the
    /// meter.
    /// </summary>
    public string? MetricsName { get; set; }

    /// <summary>Bytes of address space to reserve. Memory beyond the reservation is located through a table.</summary>
    internal long ReservedAddressBytes { get; init; } = AddressSpace.DefaultReservation;

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Capacity, 0);
        CommonThrow.IfOptionOutOfRange(MaximumCount, 1);
        CommonThrow.IfOptionOutOfRange(MaximumTextBytes, 1);
        CommonThrow.IfNameEmpty(MetricsName);
    }
}
