namespace Cenote.Strings;
/// <summary>x</summary>
public static class ConcurrentStringPool { }
