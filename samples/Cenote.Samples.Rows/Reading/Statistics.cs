using System.Runtime.CompilerServices;

namespace Cenote.Samples.Rows.Reading;

/// <summary>The statistics of a station, in tenths of a degree: 16 bytes, next to the name or in a dictionary entry.</summary>
internal struct Statistics
{
    private long _sum;
    private uint _count;
    private short _minimum;
    private short _maximum;

    /// <summary>The statistics of a first measurement.</summary>
    public Statistics(int tenths)
    {
        _sum = tenths;
        _count = 1;
        _minimum = (short)tenths;
        _maximum = (short)tenths;
    }

    public readonly double Minimum => _minimum / 10.0;

    public readonly double Maximum => _maximum / 10.0;

    /// <summary>The mean, with halves rounded up, as the One Billion Row Challenge requires.</summary>
    public readonly double Mean => Math.Floor(((2.0 * _sum) + _count) / (2.0 * _count)) / 10.0;

    /// <summary>The number of measurements.</summary>
    public readonly long Count => _count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(int tenths)
    {
        _sum += tenths;
        _count++;
        _minimum = (short)Math.Min(_minimum, tenths);
        _maximum = (short)Math.Max(_maximum, tenths);
    }

    /// <summary>Adds the station's statistics from another part of the file.</summary>
    /// <exception cref="OverflowException">A station has more than 4,294,967,295 rows.</exception>
    public void Add(in Statistics other)
    {
        _sum += other._sum;
        _count = checked(_count + other._count);
        _minimum = Math.Min(_minimum, other._minimum);
        _maximum = Math.Max(_maximum, other._maximum);
    }
}
