namespace Cenote.Memory.Rings;

/// <summary>
/// The monotonic and the calendar time, read together before any lock is taken. With the default value, no entry is expired.
/// </summary>
/// <param name="Now">Milliseconds on the cache's monotonic clock.</param>
/// <param name="Moment">Calendar time, in UTC ticks; 0 if no entry depends on it.</param>
internal readonly record struct CacheTime(long Now, long Moment);
