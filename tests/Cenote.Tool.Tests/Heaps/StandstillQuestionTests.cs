using System.Text;
using Cenote.Tool.Heaps;
using Cenote.Tool.Reports;

namespace Cenote.Tool.Tests.Heaps;

public sealed class StandstillQuestionTests : IDisposable
{
    private const string Announcement = "The process will be stopped for about 4 s.";
    private const string Question = $"{Announcement} Continue? [y/N] ";

    private static readonly TimeSpan s_expected = TimeSpan.FromSeconds(3.6);

    private readonly StringWriter _error = new();

    public void Dispose() => _error.Dispose();

    [Fact]
    public void A_short_standstill_is_not_worth_a_word()
    {
        Ask(Terminal("n"), TimeSpan.FromSeconds(1));

        Assert.Empty(_error.ToString());
    }

    [Theory]
    [InlineData("y\n")]
    [InlineData(" Y \n")]
    [InlineData("yes\n")]
    [InlineData("y")]
    public void Yes_goes_on(string answer)
    {
        Ask(Terminal(answer), s_expected);

        Assert.Equal(Question, _error.ToString());
    }

    [Theory]
    [InlineData("n\n")]
    [InlineData("\n")]
    [InlineData("")]
    [InlineData("yesterday\n")]
    [InlineData("n\ny\n")]
    public void Any_other_answer_and_none_end_it_as_ctrl_c_does(string answer)
    {
        ToolException exception = Assert.Throws<ToolException>(() => Ask(Terminal(answer), s_expected));

        Assert.Equal(ExitCodes.Cancelled, exception.ExitCode);
        Assert.Equal("Cancelled before the process was stopped.", exception.Message);
        Assert.Equal(Question, _error.ToString());
    }

    [Fact]
    public void Who_has_agreed_is_not_asked()
    {
        Ask(Terminal("n"), s_expected, isAgreed: true);

        Assert.Equal(Announcement, _error.ToString().TrimEnd());
    }

    [Fact]
    public void Without_a_person_at_both_ends_nothing_is_asked()
    {
        Terminal terminal = Terminal("n");
        Terminal[] others =
        [
            terminal with { IsInputTerminal = false },
            terminal with { IsOutTerminal = false },
            terminal with { IsErrorTerminal = false },
        ];

        Assert.All(others, other =>
        {
            _error.GetStringBuilder().Clear();
            Ask(other, s_expected);
            Assert.Equal(Announcement, _error.ToString().TrimEnd());
        });
    }

    [Fact]
    public async Task Ctrl_c_ends_the_wait_for_an_answer()
    {
        using var reading = new SemaphoreSlim(0);
        using var answered = new SemaphoreSlim(0);
        using var stopping = new CancellationTokenSource();
        Terminal terminal = Terminal("y") with
        {
            OpenInput = () =>
            {
                reading.Release();
                answered.Wait(CancellationToken.None);
                return Stream.Null;
            },
        };
        Task asking = Task.Run(
            () => new StandstillQuestion(terminal, TimeSpan.Zero).Ask(s_expected, isAgreed: false, stopping.Token), CancellationToken.None);

        await reading.WaitAsync(CancellationToken.None);
        await stopping.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asking);
        answered.Release();
    }

    private static void Ask(Terminal terminal, TimeSpan expected, bool isAgreed = false) =>
        new StandstillQuestion(terminal, TimeSpan.FromSeconds(1)).Ask(expected, isAgreed, CancellationToken.None);

    private Terminal Terminal(string answer) => new(
        TextWriter.Null,
        _error,
        () => new MemoryStream(Encoding.UTF8.GetBytes(answer)),
        IsOutTerminal: true,
        IsErrorTerminal: true,
        UseColor: false)
    {
        IsInputTerminal = true,
    };
}
