namespace Cenote.Memory.Rings;

/// <summary>
/// The time by both clocks, read together before any lock is taken. By the default value no entry has expired.
/// </summary>
/// <param name="Now">Milliseconds of the cache's clock, which is monotonic.</param>
/// <param name="Moment">The calendar, in ticks UTC; 0 if no entry depends on it.</param>
internal readonly record struct CacheTime(long Now, long Moment);
