namespace Cenote.Measurement.Tests;

public class CrewTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(8)]
    public void Every_thread_works_once_in_a_run_under_a_number_of_its_own(int threads)
    {
        using var crew = new Crew(threads);
        int[] runs = new int[threads];

        for (int run = 0; run < 100; run++)
        {
            crew.Run(number => runs[number]++);
        }

        Assert.All(runs, count => Assert.Equal(100, count));
    }

    [Fact]
    public void The_threads_work_at_the_same_time()
    {
        const int Threads = 4;
        using var crew = new Crew(Threads);
        using var meeting = new Barrier(Threads);
        int met = 0;

        crew.Run(_ =>
        {
            if (meeting.SignalAndWait(TimeSpan.FromMinutes(1)))
            {
                Interlocked.Increment(ref met);
            }
        });

        Assert.Equal(Threads, met);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public void What_a_thread_throws_reaches_the_caller_and_the_next_run_is_none_the_worse(int unlucky)
    {
        using var crew = new Crew(4);
        int worked = 0;

        InvalidOperationException exception = Assert.Throws<InvalidOperationException>(() => crew.Run(number =>
        {
            if (number == unlucky)
            {
                throw new InvalidOperationException("unlucky");
            }
        }));
        crew.Run(_ => Interlocked.Increment(ref worked));

        Assert.Equal("unlucky", exception.Message);
        Assert.Equal(4, worked);
    }
}
