using Cenote.Samples.Cache;

using var stopping = new CancellationTokenSource();
Console.CancelKeyPress += (_, pressed) =>
{
    // Stop the children first; then this process exits by itself.
    pressed.Cancel = true;
    stopping.Cancel();
};
return await new Application(() => Console.In, Console.Out, Console.Error).RunAsync(args, stopping.Token);
