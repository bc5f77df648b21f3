using Cenote.Samples.Jabber.Measuring;

using var stopping = new CancellationTokenSource();
Console.CancelKeyPress += (_, pressed) =>
{
    // Stop the children first; then this process exits by itself.
    pressed.Cancel = true;
    stopping.Cancel();
};
return await new Application(
    Console.Out, Console.Error, showsProgress: !Console.IsErrorRedirected).RunAsync(args, stopping.Token);
