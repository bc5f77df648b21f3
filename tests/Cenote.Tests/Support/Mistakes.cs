namespace Cenote.Tests.Support;

/// <summary>Releases that are expected to throw; an assertion's lambda cannot capture ref structs.</summary>
internal static class Mistakes
{
    public static string MessageOf<T>(scoped ref T releasedWrongly)
        where T : struct, IDisposable, allows ref struct
    {
        try
        {
            releasedWrongly.Dispose();
        }
        catch (InvalidOperationException exception)
        {
            return exception.Message;
        }

        throw new Xunit.Sdk.XunitException("The release did not throw.");
    }
}
