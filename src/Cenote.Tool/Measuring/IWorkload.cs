namespace Cenote.Tool.Measuring;

/// <summary>What a contender does over and over while it is timed; it keeps its state from one run to the next.</summary>
internal interface IWorkload : IDisposable
{
    /// <summary>Performs the operations of one call.</summary>
    void Run();
}
