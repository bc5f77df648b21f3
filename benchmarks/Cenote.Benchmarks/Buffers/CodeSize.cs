using System.Buffers;
using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;
using Cenote.Buffers;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Buffers;

/// <summary>
/// The size of the JIT's code for renting and releasing a buffer, in a method that only writes and reads a byte of it.
/// </summary>
internal static class CodeSize
{
    public const string Command = "code-size";

    private const int Length = 256;
    private const int Passes = 20;
    private const int CallsPerPass = 100_000;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(50);

    /// <summary>The command line.</summary>
    public static string Usage =>
        $"{Command}: bytes of machine code of a method that rents and releases a scratch buffer, and of its rivals\n";

    /// <summary>Prints the table.</summary>
    public static int Run()
    {
        using var sizes = new Sizes();

        // Enough passes to reach the last tier; the JIT compiles in the background between them.
        for (int pass = 0; pass < Passes; pass++)
        {
            for (int call = 0; call < CallsPerPass; call++)
            {
                Bodies.Nothing(Length);
                Bodies.StackAlloc();
                Bodies.ZeroedStackAlloc();
                Bodies.ScratchRent(Length);
                Bodies.ScratchOnStack(Length);
                Bodies.ArrayPoolRent(Length);
            }

            Thread.Sleep(s_pause);
        }

        Console.WriteLine(MachineInfo.Current());
        var table = new TextTable("method", "bytes of code");
        Add("a method that does nothing", typeof(Bodies), nameof(Bodies.Nothing));
        Add("stackalloc, not zeroed", typeof(Bodies), nameof(Bodies.StackAlloc));
        Add("stackalloc, zeroed", typeof(Bodies), nameof(Bodies.ZeroedStackAlloc));
        Add("Scratch.Rent", typeof(Bodies), nameof(Bodies.ScratchRent));
        Add("ScratchBuffer, stack first", typeof(Bodies), nameof(Bodies.ScratchOnStack));
        Add("ArrayPool.Shared in try and finally", typeof(Bodies), nameof(Bodies.ArrayPoolRent));

        // These methods are also listed separately, because the JIT may have inlined them into the method above.
        Add("ArrayPool.Shared.Rent by itself", ArrayPool<byte>.Shared.GetType(), nameof(ArrayPool<>.Rent));
        Add("ArrayPool.Shared.Return by itself", ArrayPool<byte>.Shared.GetType(), nameof(ArrayPool<>.Return));
        Console.WriteLine(table);
        return 0;

        void Add(string name, Type type, string method) => table.Add(name, Units.Count(sizes.Of(type, method)));
    }

    /// <summary>The rivals' methods, whose size includes inlined code.</summary>
    private static class Bodies
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static byte Nothing(int length) => (byte)length;

        [MethodImpl(MethodImplOptions.NoInlining)]
        [SkipLocalsInit]
        public static byte StackAlloc()
        {
            Span<byte> buffer = stackalloc byte[Length];
            return Use(buffer);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static byte ZeroedStackAlloc()
        {
            Span<byte> buffer = stackalloc byte[Length];
            return Use(buffer);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static byte ScratchRent(int length)
        {
            using var buffer = Scratch.Rent<byte>(length);
            return Use(buffer.Span);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        [SkipLocalsInit]
        public static byte ScratchOnStack(int length)
        {
            using var buffer = new ScratchBuffer<byte>(stackalloc byte[Length], length);
            return Use(buffer.Span);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static byte ArrayPoolRent(int length)
        {
            byte[] buffer = ArrayPool<byte>.Shared.Rent(length);
            try
            {
                return Use(buffer);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(buffer);
            }
        }

        // The accesses are volatile; otherwise the JIT knows the value, and removes the buffer.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static byte Use(Span<byte> buffer)
        {
            Volatile.Write(ref buffer[0], 1);
            return Volatile.Read(ref buffer[0]);
        }
    }

    /// <summary>Receives from the runtime the code size of each method that the JIT compiles in its last tier.</summary>
    private sealed class Sizes : EventListener
    {
        private const EventKeywords Jit = (EventKeywords)0x10;
        private const int TierShift = 7;
        private const uint TierMask = 7;
        private const uint LastTier = 4;

        private readonly Dictionary<(string? Type, string Method), int> _sizes = [];

        /// <summary>The number of bytes of a method's code.</summary>
        /// <exception cref="InvalidOperationException">The method did not reach the last tier.</exception>
        public int Of(Type type, string method)
        {
            lock (_sizes)
            {
                return _sizes.TryGetValue((type.FullName?.Split('[')[0], method), out int bytes)
                    ? bytes
                    : throw new InvalidOperationException(
                        $"The JIT did not compile {type}.{method} in its last tier; is tiered compilation off?");
            }
        }

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "Microsoft-Windows-DotNETRuntime")
            {
                EnableEvents(eventSource, EventLevel.Verbose, Jit);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.EventName?.StartsWith("MethodLoadVerbose", StringComparison.Ordinal) != true)
            {
                return;
            }

            // The base class calls this method even before the constructor runs.
            if (_sizes is { } sizes && ((Field<uint>("MethodFlags") >> TierShift) & TierMask) == LastTier)
            {
                lock (sizes)
                {
                    sizes[(Field<string>("MethodNamespace").Split('[')[0], Field<string>("MethodName"))] =
                        (int)Field<uint>("MethodSize");
                }
            }

            T Field<T>(string name) => (T)eventData.Payload![eventData.PayloadNames!.IndexOf(name)]!;
        }
    }
}
