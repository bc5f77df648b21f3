using System.Globalization;
using System.Text;

namespace Cenote.Samples.Logs;

/// <summary>The output of both forms: the largest groups, the number of groups, and a checksum of all groups in order.</summary>
internal sealed class ReportText
{
    /// <summary>The number of largest groups shown.</summary>
    public const int Top = 10;

    private const ulong Prime = 0x100_0000_01B3;

    private readonly StringBuilder _text = new();
    private ulong _checksum = 0xCBF2_9CE4_8422_2325;
    private long _requests;
    private int _groups;

    /// <summary>Adds a group; groups are added in the order of their names.</summary>
    public void AddGroup(ReadOnlySpan<char> name, in Traffic traffic)
    {
        foreach (char c in name)
        {
            _checksum = (_checksum ^ c) * Prime;
        }

        _checksum = (_checksum ^ (ulong)(traffic.Requests + traffic.Bytes + traffic.Slowest)) * Prime;
        _requests += traffic.Requests;
        _groups++;
    }

    /// <summary>Adds one of the largest groups, largest first.</summary>
    public void AddTop(ReadOnlySpan<char> name, in Traffic traffic) => _text
        .Append(CultureInfo.InvariantCulture, $"{traffic.Bytes:N0} bytes in {traffic.Requests:N0} requests, ")
        .Append(CultureInfo.InvariantCulture, $"up to {traffic.Slowest:N0} µs: {name}\n");

    public FormAnswer ToAnswer() => new(
        string.Create(CultureInfo.InvariantCulture, $"{_text}{_groups:N0} groups, checksum {_checksum:x16}"), _requests, _groups);
}
