namespace Cenote.Tool.Advising;

/// <summary>The verdict in a word.</summary>
internal enum AnswerKind
{
    /// <summary>Something saves enough to change a program for it.</summary>
    Use,

    /// <summary>Plain managed strings are right here: nothing saves enough.</summary>
    PlainStrings,
}
