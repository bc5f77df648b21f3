namespace Cenote.Attack.Tests;

/// <summary>The tests of a class of attacks: one for each name and case in <see cref="AttackAttribute.In"/>.</summary>
public abstract class AttackTests
{
    [Theory]
    [AttackData]
    public Task The_library_withstands(string attack, string? on) => Victim.RunAsync(GetType(), attack, on);
}
