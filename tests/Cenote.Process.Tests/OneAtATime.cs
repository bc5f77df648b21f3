// These tests observe the whole process: its memory, garbage collections and threads. No other test may run concurrently.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
