namespace Cenote.Attack.Tests.Support;

/// <summary>An object under attack.</summary>
/// <param name="Target">The object.</param>
/// <param name="Use">Uses the object in every way that keeps its content; each call returns the right result or throws a
/// documented exception.</param>
/// <param name="Empty">Removes its content.</param>
internal sealed record Specimen(object Target, Action Use, Action Empty)
{
    public void Dispose() => (Target as IDisposable)?.Dispose();
}
