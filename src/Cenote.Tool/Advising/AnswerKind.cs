namespace Cenote.Tool.Advising;

/// <summary>The verdict in a word.</summary>
internal enum AnswerKind
{
    /// <summary>Another choice saves enough to be worth a change.</summary>
    Use,

    /// <summary>Plain managed strings are right here: nothing saves enough.</summary>
    PlainStrings,
}
