namespace Cenote.Samples.Logs;

/// <summary>The fields of a log line.</summary>
internal static class LogLine
{
    public const char Separator = ' ';

    public const int Host = 1;
    public const int Path = 3;
    public const int Status = 4;
    public const int Bytes = 5;
    public const int Microseconds = 6;
    public const int Fields = 7;

    /// <summary>The exception for a malformed line.</summary>
    /// <param name="number">The line number, from 1.</param>
    public static InvalidDataException Malformed(long number) =>
        new($"Line {number} is not TIME HOST METHOD PATH STATUS BYTES MICROSECONDS, separated by single spaces.");
}
