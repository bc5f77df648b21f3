namespace Cenote.Tool.Measuring;

/// <summary>The timed work of a contender, which runs repeatedly and keeps its state between runs.</summary>
internal interface IWorkload : IDisposable
{
    /// <summary>Performs the operations of one call.</summary>
    void Run();
}
