using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections;

public class BuffersSectionTests
{
    // Lengths below, at and above the stack limit of 256 chars, and around the piece length of 16 chars.
    private static readonly TextCorpus s_corpus = Corpora.Of(
        "", "a", new string('b', 16), new string('c', 17), new string('d', 256), new string('e', 5_000));

    public static TheoryData<string, string> Contenders
    {
        get
        {
            var contenders = new TheoryData<string, string>();
            foreach (MeasuredStep step in new BuffersSection().Steps(s_corpus))
            {
                foreach (Contender contender in step.Contenders)
                {
                    contenders.Add(step.Id, contender.Name);
                }
            }

            return contenders;
        }
    }

    [Theory]
    [MemberData(nameof(Contenders))]
    public void Every_contender_reads_the_strings(string step, string contender)
    {
        ulong today = Step(step).Contenders[0].Verify();

        Assert.Equal(today, Step(step).Contenders.Single(entry => entry.Name == contender).Verify());
        Assert.NotEqual(new BuffersSection().Steps(Corpora.Of("other"))[0].Contenders[0].Verify(), today);
    }

    [Fact]
    public void New_memory_is_what_a_program_has_today()
    {
        Assert.Equal(BuffersSection.NewArray, Step(BuffersSection.Copy).Contenders[0].Name);
        Assert.Equal(BuffersSection.NewBuilders, Step(BuffersSection.Build).Contenders[0].Name);
    }

    [Fact]
    public void Strings_without_chars_and_strings_that_are_too_long_take_part_in_no_step()
    {
        Assert.Empty(new BuffersSection().Steps(Corpora.Of()));
        Assert.Empty(new BuffersSection().Steps(Corpora.Of("", "")));
        Assert.Empty(new BuffersSection().Steps(Corpora.Of(new string('x', BuffersSection.MaxTextLength + 1))));
    }

    private static MeasuredStep Step(string id) => new BuffersSection().Steps(s_corpus).Single(step => step.Id == id);
}
