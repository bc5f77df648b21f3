namespace Cenote.Samples.Jabber;

/// <summary>A text is no address.</summary>
public sealed class JabberIdException : FormatException
{
    /// <summary>Creates the exception.</summary>
    public JabberIdException()
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">What went wrong.</param>
    public JabberIdException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">What went wrong.</param>
    /// <param name="innerException">Why.</param>
    public JabberIdException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="fault">What is wrong with the text.</param>
    public JabberIdException(JabberIdFault fault)
        : base(fault.Message) => Fault = fault;

    /// <summary>What is wrong with the text.</summary>
    public JabberIdFault Fault { get; }
}
