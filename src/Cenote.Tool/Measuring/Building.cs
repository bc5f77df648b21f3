namespace Cenote.Tool.Measuring;

/// <summary>Builds and releases a collection again and again.</summary>
internal sealed class Building(Func<IHeld> build) : IWorkload
{
    public void Run() => build().Dispose();

    public void Dispose()
    {
        // Every run cleans up after itself.
    }
}
