using System.Runtime.CompilerServices;
using Cenote.Tool.Sections.Keys;

namespace Cenote.Tool.Tests.Sections.Keys;

public class SharedTests
{
    [Fact]
    public void What_is_in_use_is_not_made_again()
    {
        var shared = new Shared<object>(() => new object());

        object first = shared.Get();

        Assert.Same(first, shared.Get());
        GC.KeepAlive(first);
    }

    [Fact]
    public void What_nobody_uses_is_collected_and_made_again()
    {
        int made = 0;
        var shared = new Shared<object>(() =>
        {
            made++;
            return new object();
        });

        Use(shared);
        GC.Collect();
        Use(shared);

        Assert.Equal(2, made);
    }

    // A separate method, so that no local of the caller keeps the value alive.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Use(Shared<object> shared) => Assert.NotNull(shared.Get());
}
