namespace Cenote.Attack.Tests.Support;

/// <summary>An object under attack.</summary>
/// <param name="Target">The object.</param>
/// <param name="Use">Uses it in every way that keeps its content; what comes back is right, or an exception that is
/// documented.</param>
/// <param name="Empty">Takes its content away.</param>
internal sealed record Specimen(object Target, Action Use, Action Empty)
{
    public void Dispose() => (Target as IDisposable)?.Dispose();
}
