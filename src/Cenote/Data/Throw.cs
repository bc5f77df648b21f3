namespace Cenote.Data;

/// <summary>Throw helpers for data readers, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void NoSuchColumn(string parameter, string column, IReadOnlyCollection<string> columns) =>
        throw new ArgumentException(
            columns.Count == 0
                ? $"The result has no column '{column}', nor any other. Intern a reader that is positioned on a result with columns."
                : $"The result has no column '{column}'. It has {string.Join(", ", columns)}.",
            parameter);

    [DoesNotReturn]
    public static void NullColumn(string parameter) =>
        throw new ArgumentException("The name of a column is null. Name columns of the result, or none to intern all.",
            parameter);
}
