namespace Cenote.Tool.Measuring;

/// <summary>Builds a collection and lets it go again, over and over.</summary>
internal sealed class Building(Func<IHeld> build) : IWorkload
{
    public void Run() => build().Dispose();

    public void Dispose()
    {
        // Every run cleans up after itself.
    }
}
