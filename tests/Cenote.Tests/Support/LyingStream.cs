namespace Cenote.Tests.Support;

/// <summary>A stream that returns wrong lengths from a given read on.</summary>
internal sealed class LyingStream(byte[] content, int honestReads, int lie, bool canSeek) : MemoryStream(content)
{
    private int _reads;

    public override bool CanSeek => canSeek;

    public bool HasLied => _reads > honestReads;

    public override int Read(Span<byte> buffer) => _reads++ < honestReads ? base.Read(buffer) : lie;
}
