namespace Cenote.Tool.Reports;

/// <summary>A column of a <see cref="ConsoleTable"/>.</summary>
/// <param name="Header">What stands above numbers; empty above names and bars.</param>
/// <param name="NarrowestConsole">How wide a console must be at least for the column to be shown, in chars.</param>
/// <param name="Cell">The markup of a row's cell.</param>
internal sealed record Column<T>(string Header, int NarrowestConsole, Func<T, string> Cell);
