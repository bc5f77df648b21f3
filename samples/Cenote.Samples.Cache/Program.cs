using Cenote.Samples.Cache;

using var stopping = new CancellationTokenSource();
Console.CancelKeyPress += (_, pressed) =>
{
    // Ends the children first, then this process by itself.
    pressed.Cancel = true;
    stopping.Cancel();
};
return await new Application(Console.Out, Console.Error).RunAsync(args, stopping.Token);
