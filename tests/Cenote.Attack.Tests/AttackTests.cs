namespace Cenote.Attack.Tests;

/// <summary>The tests of a class of attacks: one for each case of each method with <see cref="AttackAttribute"/>.</summary>
public abstract class AttackTests
{
    [Theory]
    [AttackData]
    public Task The_library_withstands(string attack, string? on) => Victim.RunAsync(GetType(), attack, on);
}
