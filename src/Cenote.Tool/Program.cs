using Cenote.Tool;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Reports;

int exitCode = await new Application(Terminal.OfProcess()).RunAsync(args);
if (exitCode == ExitCodes.Cancelled && !Console.IsErrorRedirected)
{
    // The progress bar hides the cursor, and whoever draws it may have been stopped in the middle.
    Console.CursorVisible = true;
}

return exitCode;
