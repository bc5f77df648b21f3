using Cenote.Samples.Logs;

using var stopping = new CancellationTokenSource();
Console.CancelKeyPress += (_, pressed) =>
{
    // Stop the child and delete the file first; then this process exits by itself.
    pressed.Cancel = true;
    stopping.Cancel();
};
return await new Application(Console.Out, Console.Error).RunAsync(args, stopping.Token);
