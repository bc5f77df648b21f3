namespace Cenote.Tool.Advising;

/// <summary>The verdict.</summary>
internal enum AnswerKind
{
    /// <summary>Another choice saves enough to be worth a change.</summary>
    Use,

    /// <summary>Plain managed strings are the right choice: nothing saves enough.</summary>
    PlainStrings,
}
