using System.Diagnostics.Tracing;

namespace Cenote.Diagnostics;

/// <summary>The event source <c>Cenote</c>, which reports leaked items of object pools.</summary>
[EventSource(Name = "Cenote")]
internal sealed class CenoteEventSource : EventSource
{
    public static readonly CenoteEventSource Log = new();

    private CenoteEventSource()
    {
    }

    /// <summary>An item of an object pool was garbage-collected without having been freed.</summary>
    /// <param name="type">The class of the item.</param>
    /// <param name="stack">The stack trace of its allocation.</param>
    [Event(1, Level = EventLevel.Warning, Message = "A pooled {0} was never freed. It was allocated {1}")]
    public void ObjectLeaked(string type, string stack)
    {
        if (IsEnabled())
        {
            WriteEvent(1, type, stack);
        }
    }
}
