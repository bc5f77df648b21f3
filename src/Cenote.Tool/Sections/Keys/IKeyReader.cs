namespace Cenote.Tool.Sections.Keys;

/// <summary>
/// A dictionary and the questions it is asked. Implemented by structs, so that the loop over a generic argument is compiled for each of
/// them alone and calls nothing virtually.
/// </summary>
internal interface IKeyReader : IDisposable
{
    /// <summary>What a question that is no key is answered with.</summary>
    const int NotFound = -1;

    /// <summary>The number of the key that a question is.</summary>
    int Answer(int question);
}
