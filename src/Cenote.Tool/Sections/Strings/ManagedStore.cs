namespace Cenote.Tool.Sections.Strings;

/// <summary>Texts as managed strings.</summary>
internal readonly struct ManagedStore : ITextStore<ManagedText>
{
    public long NativeBytes => 0;

    public ManagedText Create(ReadOnlySpan<char> text) => new(new string(text));

    public ReadOnlySpan<char> Read(ManagedText handle) => handle.Value;

    public void Release(ManagedText handle)
    {
        // The collector does.
    }

    public void Dispose()
    {
        // The collector does.
    }
}
