using System.Text;

namespace Cenote.Benchmarks.Lines;

/// <summary>A temporary file of similar lines of varying lengths.</summary>
internal sealed class LineFile : IDisposable
{
    // The hand-written loop reuses its buffer; a reader allocates a new one. In a small file, that allocation would take much of
    // the measured time.
    private const int LargeBytes = 32 << 20;

    /// <param name="line">The template of a line: each <c>#</c> is replaced with a number of one to four digits.</param>
    /// <param name="bytes">The approximate size of the file.</param>
    public LineFile(string line, int bytes = LargeBytes)
    {
        var random = new Random(5);
        var text = new StringBuilder();
        while (text.Length < bytes)
        {
            foreach (char c in line)
            {
                _ = c == '#' ? text.Append(random.Next(1 << random.Next(1, 14))) : text.Append(c);
            }

            text.Append('\n');
            Count++;
        }

        File.WriteAllText(Path, text.ToString());
    }

    /// <summary>Templates of lines of several lengths.</summary>
    public static IReadOnlyList<(string Case, string Line)> Lines { get; } =
    [
        ("14 bytes", "Mérida#;-#.#"),
        ("100 bytes", "2026-11-23T13:#:# 192.168.#.# GET /products/#/details?page=# 200 # \"Mozilla/5.0 (X11; Linux x86_64)\" #"),
        ("1,000 bytes", string.Concat(Enumerable.Repeat("level=info module=orders elapsed=# user=# ", 25))),
    ];

    /// <summary>Smaller files. Opening the smallest files takes longer than reading them, so their rows have no goals.</summary>
    public static IReadOnlyList<(string Case, int Bytes, bool HasLimits)> Sizes { get; } =
        [("8 MB", 8 << 20, true), ("64 KB", 64 << 10, false), ("4 KB", 4 << 10, false)];

    /// <summary>Templates of records, without and with quoted fields.</summary>
    public static IReadOnlyList<(string Case, string Line)> Fields { get; } =
    [
        ("12 plain fields", "#,Mérida,#,Yucatán,#,2026-11-23,#,shipped,#,#,#,standard delivery"),
        ("12 fields, 4 quoted",
            "#,\"Mérida\",#,\"Mérida, Yucatán\",#,2026-11-23,#,\"it's \"\"new\"\"\",#,#,#,\"standard, express\""),
    ];

    public string Path { get; } = System.IO.Path.GetTempFileName();

    /// <summary>Number of lines.</summary>
    public int Count { get; private set; }

    public void Dispose() => File.Delete(Path);
}
