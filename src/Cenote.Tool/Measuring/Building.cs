namespace Cenote.Tool.Measuring;

/// <summary>Builds and releases a collection repeatedly.</summary>
internal sealed class Building(Func<IHeld> build) : IWorkload
{
    public void Run() => build().Dispose();

    public void Dispose()
    {
        // Every run releases what it has built.
    }
}
