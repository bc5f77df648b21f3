namespace Cenote.IO;

/// <summary>Options for a <see cref="Utf8FieldWriter"/>. The constructor reads them once.</summary>
/// <example>
/// Separate fields with semicolons:
/// <code>
/// using System.IO;
/// using System.Text;
///
/// using var file = new MemoryStream();
/// using (var writer = new Utf8FieldWriter(file, new Utf8FieldWriterOptions { Delimiter = (byte)';', LeaveOpen = true }))
/// {
///     writer.Write("Abha");
///     writer.Write(-12.3);
/// }
///
/// Console.WriteLine(Encoding.UTF8.GetString(file.ToArray()));   // prints Abha;-12.3
/// </code>
/// </example>
public sealed class Utf8FieldWriterOptions
{
    /// <summary>The field separator, an ASCII character other than NUL, a quote and a line end. A comma by default.</summary>
    public byte Delimiter { get; init; } = (byte)',';

    /// <summary>Whether disposing the writer leaves its stream open. False by default.</summary>
    public bool LeaveOpen { get; init; }

    internal Utf8FieldWriterOptions Validated()
    {
        if (Delimiter is 0 or > 0x7F or (byte)'\n' or (byte)'\r' or Utf8FieldWriter.Quote)
        {
            Throw.ByteIsTaken(nameof(Delimiter), Delimiter);
        }

        return this;
    }
}
