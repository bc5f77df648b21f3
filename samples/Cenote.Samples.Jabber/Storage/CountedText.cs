namespace Cenote.Samples.Jabber.Storage;

/// <summary>The text of a number, and how many addresses have it.</summary>
internal struct CountedText
{
    public long Text;
    public int Count;
}
