namespace Cenote.Tests.Support;

/// <summary>A stream that does something each time that it is written.</summary>
internal sealed class CallingStream(Action calls) : MemoryStream
{
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        calls();
        base.Write(buffer);
    }
}
