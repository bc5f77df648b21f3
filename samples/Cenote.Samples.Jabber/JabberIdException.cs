namespace Cenote.Samples.Jabber;

/// <summary>The exception for a string that is not a valid address.</summary>
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
    /// <param name="fault">The reason, and the part at fault.</param>
    public JabberIdException(JabberIdFault fault)
        : base(fault.Message) => Fault = fault;

    /// <summary>The reason, and the part at fault.</summary>
    public JabberIdFault Fault { get; }
}
