using System.Globalization;

namespace Cenote.Memory.Pages;

/// <summary>
/// The limits of a Linux process: mappings, addresses and writable memory. Decides whether enough is left for the rest of the
/// process, because the runtime terminates the process if its heap, threads or JIT are refused any of these.
/// </summary>
/// <param name="mappings">The maximum number of mappings of the process.</param>
/// <param name="addresses">The maximum bytes of address space of the process.</param>
/// <param name="data">The maximum bytes of writable memory of the process.</param>
/// <param name="committed">The maximum bytes of writable memory of all processes together, under strict overcommit.</param>
/// <param name="countMappings">Counts the mappings of the process; negative if that fails.</param>
/// <param name="countAddresses">Counts the bytes of address space of the process; 0 if that fails.</param>
/// <param name="countData">Counts the bytes of writable memory of the process; 0 if that fails.</param>
internal sealed class ProcessLimits(
    long mappings,
    long addresses,
    long data,
    long committed,
    Func<long> countMappings,
    Func<long> countAddresses,
    Func<long> countData)
{
    public const long None = long.MaxValue;

    // Each of these is a mapping: inaccessible addresses, memory, memory with other madvise flags, moved memory.
    private const long MappingsPerReservation = 4;

    // One eighth of the mappings, and one eighth of the writable memory but at most 256 MiB, are reserved for the rest of the
    // process.
    private const int OthersDivisor = 8;

    // With a smaller allowance, mappings would be counted too often.
    private const long MinAllowance = 256;

    private const long DefaultMappings = 65_530;
    private const long MaximumRoom = 4L << 30;
    private const int RoomDivisor = 8;
    private const int OptionalDivisor = 16;
    private const int RefusalMilliseconds = 50;

    // Fields of /proc/self/statm: total address space, and writable memory including the stack.
    private const int SizeField = 0;
    private const int DataField = 5;
    private const long MaximumDataReserve = 256 << 20;

    // The library may take the addresses that were free at startup, minus the share for the rest of the process.
    private readonly long _share = addresses == None ? None : addresses - countAddresses() - RoomIn(addresses - countAddresses());

    // An eighth of the share for the rest of the process. It always stays free, even if the process has used everything else.
    private readonly long _minRoom = addresses == None ? 0 : RoomIn(addresses - countAddresses()) / RoomDivisor;

    // Bytes of address space that the library has reserved.
    private long _reservedBytes;

    private long _allowance;
    private long _mappings;
    private long _refusedAt = long.MinValue;

    /// <summary>
    /// Maximum bytes of writable memory of the process: the lower of the limit for the process and the limit under strict
    /// overcommit.
    /// </summary>
    public long Data { get; } = Math.Min(data, committed);

    /// <summary>Reads the limits of this process.</summary>
    /// <param name="memory">The bytes of the machine's memory, which limit a process under strict overcommit.</param>
    public static ProcessLimits ReadCurrent(long memory)
    {
        string limits = Read("/proc/self/limits");
        bool isStrict = Read("/proc/sys/vm/overcommit_memory").Trim() == "2";
        return new ProcessLimits(
            long.TryParse(Read("/proc/sys/vm/max_map_count"), CultureInfo.InvariantCulture, out long most) ? most : DefaultMappings,
            LimitOf(limits, "Max address space"),
            LimitOf(limits, "Max data size"),
            isStrict ? memory : None,
            CountMappings,
            static () => CountBytes(SizeField),
            static () => CountBytes(DataField));
    }

    /// <summary>Parses a limit from the content of /proc/self/limits.</summary>
    public static long LimitOf(string limits, string name)
    {
        int start = limits.IndexOf(name, StringComparison.Ordinal);
        if (start < 0)
        {
            return None;
        }

        ReadOnlySpan<char> number = limits.AsSpan(start + name.Length).TrimStart();
        int end = number.IndexOf(' ');
        return long.TryParse(end < 0 ? number : number[..end], CultureInfo.InvariantCulture, out long limit) ? limit : None;
    }

    /// <summary>Charges the mappings of another reservation; false if too few would remain for the rest of the process.</summary>
    /// <remarks>
    /// Adjacent mappings merge, so the number of calls is not the number of mappings. Mappings are counted again whenever half of
    /// the remaining ones may have been used.
    /// </remarks>
    public bool TryCountMappings()
    {
        if (Interlocked.Add(ref _allowance, -MappingsPerReservation) >= 0)
        {
            return true;
        }

        long reserve = mappings / OthersDivisor;
        if (Environment.TickCount64 < Volatile.Read(ref _refusedAt) + RefusalMilliseconds)
        {
            MemoryRefusal.Note(
                MemoryRefusal.ProcessMappings, MappingsPerReservation, Volatile.Read(ref _mappings), mappings, reserve);
            return false;
        }

        long count = countMappings();
        Volatile.Write(ref _mappings, count);
        long allowance = count < 0 ? MinAllowance : (mappings - reserve - count) / 2;
        bool isAllowed = allowance >= MinAllowance;
        Volatile.Write(ref _refusedAt, isAllowed ? long.MinValue : Environment.TickCount64);
        Volatile.Write(ref _allowance, isAllowed ? allowance - MappingsPerReservation : 0);
        if (!isAllowed)
        {
            MemoryRefusal.Note(MemoryRefusal.ProcessMappings, MappingsPerReservation, count, mappings, reserve);
        }

        return isAllowed;
    }

    /// <summary>Forces a new count before the next refusal, because mappings were released.</summary>
    public void ForgetRefusal() => Volatile.Write(ref _refusedAt, long.MinValue);

    /// <summary>Whether enough address space remains for the rest of the process if this much more is reserved.</summary>
    /// <param name="bytes">Bytes of address space.</param>
    /// <param name="isNeeded">Whether the owner cannot work without them. Optional reservations may take only a fraction of the
    /// remaining addresses.</param>
    public bool HasAddresses(ulong bytes, bool isNeeded)
    {
        if (addresses == None)
        {
            return true;
        }

        // Even if the rest of the process uses most of its share, the library can reserve as much again as it has released.
        long used = countAddresses();
        long left = Math.Min(_share - Volatile.Read(ref _reservedBytes), addresses - used - _minRoom);
        bool has = left > 0 && bytes <= (ulong)(isNeeded ? left : left / OptionalDivisor);
        if (!has)
        {
            MemoryRefusal.Note(
                MemoryRefusal.ProcessAddresses, (long)Math.Min(bytes, long.MaxValue), used, addresses, addresses - used - left);
        }

        return has;
    }

    /// <summary>Whether enough writable memory remains for the rest of the process after these bytes are committed.</summary>
    public bool HasData(ulong bytes)
    {
        if (data == None)
        {
            return true;
        }

        long used = countData();
        long reserve = Math.Min(data / OthersDivisor, MaximumDataReserve);
        long left = data - reserve - used;
        bool has = left > 0 && bytes <= (ulong)left;
        if (!has)
        {
            MemoryRefusal.Note(MemoryRefusal.ProcessData, (long)Math.Min(bytes, long.MaxValue), used, data, reserve);
        }

        return has;
    }

    /// <summary>Counts bytes of address space that the library reserves, or releases if negative.</summary>
    public void AddReserved(long bytes) => Interlocked.Add(ref _reservedBytes, bytes);

    // The share for the rest of the process: three quarters of the addresses that were free at startup, up to a size that
    // suffices for the runtime. Each thread takes 8 MiB for its stack and 64 MiB for its malloc arena.
    private static long RoomIn(long left) => Math.Clamp(left / 4 * 3, 0, MaximumRoom);

    private static long CountMappings()
    {
        try
        {
            using var file = new FileStream("/proc/self/maps", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
            byte[] buffer = new byte[1 << 14];
            long lines = 0;
            for (int read = file.Read(buffer); read > 0; read = file.Read(buffer))
            {
                lines += buffer.AsSpan(0, read).Count((byte)'\n');
            }

            return lines;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return -1;
        }
    }

    private static long CountBytes(int field)
    {
        string[] sizes = Read("/proc/self/statm").Split(' ');
        return field < sizes.Length && long.TryParse(sizes[field], CultureInfo.InvariantCulture, out long pages)
            ? pages * Environment.SystemPageSize
            : 0;
    }

    private static string Read(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
