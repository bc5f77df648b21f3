namespace Cenote.Tool.Reports;

/// <summary>A column of a <see cref="ConsoleTable"/>.</summary>
/// <param name="Header">The header above numbers; empty above names and bars.</param>
/// <param name="MinWidth">The minimum width of a console that shows the column, in chars.</param>
/// <param name="Cell">The markup of a row's cell.</param>
internal sealed record Column<T>(string Header, int MinWidth, Func<T, string> Cell);
