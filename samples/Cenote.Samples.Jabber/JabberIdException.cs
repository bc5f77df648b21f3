namespace Cenote.Samples.Jabber;

/// <summary>A text is not a valid address.</summary>
public sealed class JabberIdException : FormatException
{
    /// <summary>Creates the exception.</summary>
    public JabberIdException()
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">The error message.</param>
    public JabberIdException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">The error message.</param>
    /// <param name="innerException">The cause.</param>
    public JabberIdException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="fault">The fault of the text.</param>
    public JabberIdException(JabberIdFault fault)
        : base(fault.Message) => Fault = fault;

    /// <summary>The fault of the text.</summary>
    public JabberIdFault Fault { get; }
}
