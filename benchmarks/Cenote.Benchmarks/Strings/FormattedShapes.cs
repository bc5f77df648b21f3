using System.Runtime.CompilerServices;
using Cenote.Arenas;
using Cenote.Strings;
using Cysharp.Text;

namespace Cenote.Benchmarks.Strings;

/// <summary>One interpolated string, passed to each rival that accepts it.</summary>
internal interface IFormattedShape
{
    static abstract string Name { get; }

    static abstract string Managed(int number);

    /// <summary>Creates the string with <c>string.Create</c>, using a buffer on the stack.</summary>
    static abstract string OnStack(int number);

    /// <summary>Creates the string with ZString's fastest method.</summary>
    static abstract string ByZString(int number);

    static abstract PooledStringRef Into(SegmentedStringPool pool, int number);

    static abstract PooledString Into(UnmanagedStringPool pool, int number);

    static abstract PooledUtf8String Into(Utf8StringPool pool, int number);

    static abstract ArenaString Into(StringArena arena, int number);
}

/// <summary>A constant and a number.</summary>
internal readonly struct FormattedKey : IFormattedShape
{
    public static string Name => "user:{id}";

    public static string Managed(int number) => $"user:{number}";

    [SkipLocalsInit]
    public static string OnStack(int number) => string.Create(null, stackalloc char[128], $"user:{number}");

    public static string ByZString(int number) => ZString.Concat("user:", number);

    public static PooledStringRef Into(SegmentedStringPool pool, int number) => pool.Allocate($"user:{number}");

    public static PooledString Into(UnmanagedStringPool pool, int number) => pool.Allocate($"user:{number}");

    public static PooledUtf8String Into(Utf8StringPool pool, int number) => pool.Allocate($"user:{number}");

    public static ArenaString Into(StringArena arena, int number) => arena.Add($"user:{number}");
}

/// <summary>Constants and formatted numbers.</summary>
internal readonly struct FormattedPath : IFormattedShape
{
    // The format is parsed only once.
    private static readonly Utf16PreparedFormat<int, int> s_prepared =
        ZString.PrepareUtf16<int, int>("/api/v2/orders/{0:D8}/items/{1}");

    public static string Name => "/api/v2/orders/{id:D8}/items/{item}";

    public static string Managed(int number) => $"/api/v2/orders/{number:D8}/items/{number & 15}";

    [SkipLocalsInit]
    public static string OnStack(int number) =>
        string.Create(null, stackalloc char[128], $"/api/v2/orders/{number:D8}/items/{number & 15}");

    public static string ByZString(int number) => s_prepared.Format(number, number & 15);

    public static PooledStringRef Into(SegmentedStringPool pool, int number) =>
        pool.Allocate($"/api/v2/orders/{number:D8}/items/{number & 15}");

    public static PooledString Into(UnmanagedStringPool pool, int number) =>
        pool.Allocate($"/api/v2/orders/{number:D8}/items/{number & 15}");

    public static PooledUtf8String Into(Utf8StringPool pool, int number) =>
        pool.Allocate($"/api/v2/orders/{number:D8}/items/{number & 15}");

    public static ArenaString Into(StringArena arena, int number) =>
        arena.Add($"/api/v2/orders/{number:D8}/items/{number & 15}");
}

/// <summary>Strings, a char and numbers: a line of a log.</summary>
internal readonly struct FormattedLine : IFormattedShape
{
    private static readonly string[] s_names = ["Dos Ojos", "Sac Actun", "El Zapote", "Ox Bel Ha"];

    public static string Name => "{name} sent {bytes} bytes to {name} over {char} in {count} packets";

    public static string Managed(int number) =>
        $"{s_names[number & 3]} sent {number} bytes to {s_names[(number >> 2) & 3]} over {'A'} in {number >> 4} packets";

    [SkipLocalsInit]
    public static string OnStack(int number) => string.Create(
        null,
        stackalloc char[128],
        $"{s_names[number & 3]} sent {number} bytes to {s_names[(number >> 2) & 3]} over {'A'} in {number >> 4} packets");

    public static string ByZString(int number) => ZString.Concat(
        s_names[number & 3],
        " sent ",
        number,
        " bytes to ",
        s_names[(number >> 2) & 3],
        " over ",
        'A',
        " in ",
        number >> 4,
        " packets");

    public static PooledStringRef Into(SegmentedStringPool pool, int number) => pool.Allocate(
        $"{s_names[number & 3]} sent {number} bytes to {s_names[(number >> 2) & 3]} over {'A'} in {number >> 4} packets");

    public static PooledString Into(UnmanagedStringPool pool, int number) => pool.Allocate(
        $"{s_names[number & 3]} sent {number} bytes to {s_names[(number >> 2) & 3]} over {'A'} in {number >> 4} packets");

    public static PooledUtf8String Into(Utf8StringPool pool, int number) => pool.Allocate(
        $"{s_names[number & 3]} sent {number} bytes to {s_names[(number >> 2) & 3]} over {'A'} in {number >> 4} packets");

    public static ArenaString Into(StringArena arena, int number) => arena.Add(
        $"{s_names[number & 3]} sent {number} bytes to {s_names[(number >> 2) & 3]} over {'A'} in {number >> 4} packets");
}
