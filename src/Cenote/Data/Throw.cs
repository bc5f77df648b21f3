namespace Cenote.Data;

/// <summary>Throw helpers for data readers, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void NoSuchColumn(string parameter, string column, IReadOnlyCollection<string> columns) =>
        throw new ArgumentException(
            columns.Count == 0
                ? $"The result has no columns, so none is named '{column}'. Call Interning on a reader that is "
                    + "positioned on a result with columns."
                : $"The result has no column '{column}'. It has {string.Join(", ", columns)}.",
            parameter);

    [DoesNotReturn]
    public static void NullColumn(string parameter) =>
        throw new ArgumentException(
            "A column name is null. Pass names of columns in the result, or no names to intern all columns whose strings repeat.",
            parameter);
}
