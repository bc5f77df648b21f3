using System.IO.Compression;
using System.Text;
using Cenote.Tool.Input;

namespace Cenote.Tool.Tests.Input;

public sealed class GzipTextTests : IDisposable
{
    private static readonly byte[] s_numbers = Packed(string.Concat(Enumerable.Range(0, 50_000).Select(i => $"{i}\n")));
    private static readonly byte[] s_words = Packed("one\ntwo\n");

    // Cases are passed by name, because the test runner copies arguments several times.
    private static readonly Dictionary<string, byte[]> s_truncated = new()
    {
        ["half"] = s_numbers[..(s_numbers.Length / 2)],
        ["all but a byte"] = s_numbers[..^1],
        ["no trailer"] = s_numbers[..^8],
        ["short, all but a byte"] = s_words[..^1],
        ["short, without the end of its data"] = s_words[..^9],
        ["short, half a header"] = s_words[..5],
        ["half a second member"] = [.. s_words, .. s_numbers[..(s_numbers.Length / 2)]],
    };

    private static readonly Dictionary<string, byte[]> s_whole = new()
    {
        ["one member"] = s_words,
        ["garbage"] = [.. s_words, .. "trailing garbage"u8],
        ["zeros"] = [.. s_words, .. new byte[20_000]],
        ["two members"] = [.. Packed("one\n"), .. Packed("two\n")],
    };

    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string> Truncated => [.. s_truncated.Keys];

    public static TheoryData<string> Whole => [.. s_whole.Keys];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Truncated))]
    public void What_is_cut_off_is_refused_whether_or_not_it_is_named(string file)
    {
        string path = _folder.Write("cut.gz", s_truncated[file]);

        foreach (string named in new[] { path, _folder.Path })
        {
            ToolException exception = Assert.Throws<ToolException>(() => Load(named));

            Assert.Equal(ExitCodes.Usage, exception.ExitCode);
            Assert.StartsWith(
                $"'{path}' is truncated: its compressed data ends early, after ", exception.Message, StringComparison.Ordinal);
            Assert.EndsWith($" run: gzip -dc {path} | cenote measure", exception.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [MemberData(nameof(Whole))]
    public void What_has_members_or_garbage_behind_it_is_read_as_before(string file) =>
        Assert.Equal(["one", "two"], Load(_folder.Write("whole.gz", s_whole[file])));

    [Fact]
    public void What_is_damaged_is_not_called_truncated()
    {
        byte[] packed = [.. s_numbers];
        packed[packed.Length / 2] ^= 0x55;

        ToolException exception = Assert.Throws<ToolException>(() => Load(_folder.Write("damaged.gz", packed)));

        Assert.Contains("cannot be read", exception.Message, StringComparison.Ordinal);
    }

    private static string[] Load(string path) =>
        new CorpusSource(path, () => Stream.Null).Load(SplitBy.Line, ',', null, (_, _) => { }, default).Strings();

    private static byte[] Packed(string text)
    {
        using var packed = new MemoryStream();
        using (var packing = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            packing.Write(Encoding.UTF8.GetBytes(text));
        }

        return packed.ToArray();
    }
}
