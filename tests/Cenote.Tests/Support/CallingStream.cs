namespace Cenote.Tests.Support;

/// <summary>A stream that runs an action at each write.</summary>
internal sealed class CallingStream(Action calls) : MemoryStream
{
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        calls();
        base.Write(buffer);
    }
}
