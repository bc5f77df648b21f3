using Cenote.Arenas;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Strings;

/// <summary>Every string of a corpus in a list that grows, as in most programs that read a file.</summary>
internal sealed class HeldList : IReadHeld
{
    private readonly List<string> _strings = [];

    public HeldList(TextCorpus corpus)
    {
        for (int i = 0; i < corpus.Count; i++)
        {
            _strings.Add(new string(corpus[i]));
        }
    }

    public long NativeBytes => 0;

    public int Count => _strings.Count;

    // Skips tiered compilation: on a busy machine, the JIT may be late with the last tier.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public long Read(ReadOnlySpan<int> order)
    {
        var reader = new TouchReader();
        foreach (int index in order)
        {
            reader.Read(_strings[index]);
        }

        return reader.Sum;
    }

    public ulong Checksum()
    {
        var checksum = new TextChecksum();
        foreach (string text in _strings)
        {
            checksum.Read(text);
        }

        return checksum.Value;
    }

    public void Dispose()
    {
        // Managed memory: nothing to release.
    }
}

/// <summary>Every string of a corpus in a list that grows. The list owns an arena, which contains the strings.</summary>
internal sealed class HeldArenaList : IReadHeld
{
    private readonly StringArenaList _strings = [];

    public HeldArenaList(TextCorpus corpus)
    {
        for (int i = 0; i < corpus.Count; i++)
        {
            _strings.Add(corpus[i]);
        }
    }

    public long NativeBytes => _strings.BytesReserved;

    public int Count => _strings.Count;

    // Skips tiered compilation: on a busy machine, the JIT may be late with the last tier.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public long Read(ReadOnlySpan<int> order)
    {
        var reader = new TouchReader();
        foreach (int index in order)
        {
            reader.Read(_strings.AsSpan(index));
        }

        return reader.Sum;
    }

    public ulong Checksum()
    {
        var checksum = new TextChecksum();
        for (int i = 0; i < _strings.Count; i++)
        {
            checksum.Read(_strings.AsSpan(i));
        }

        return checksum.Value;
    }

    public void Dispose() => _strings.Dispose();
}
