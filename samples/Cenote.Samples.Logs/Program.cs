using Cenote.Samples.Logs;

using var stopping = new CancellationTokenSource();
Console.CancelKeyPress += (_, pressed) =>
{
    // Ends the child and deletes the file first, then this process by itself.
    pressed.Cancel = true;
    stopping.Cancel();
};
return await new Application(Console.Out, Console.Error).RunAsync(args, stopping.Token);
