namespace Cenote.Tests.Support;

/// <summary>A stream that reports wrong read lengths after some correct ones.</summary>
internal sealed class LyingStream(byte[] content, int honestReads, int lie, bool canSeek) : MemoryStream(content)
{
    private int _reads;

    public override bool CanSeek => canSeek;

    public bool HasLied => _reads > honestReads;

    public override int Read(Span<byte> buffer) => _reads++ < honestReads ? base.Read(buffer) : lie;
}
