namespace Cenote.Tests.Support;

/// <summary>Releases that are expected to throw, because ref structs cannot be captured by the lambda of an assertion.</summary>
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
