// These tests look at the whole process: its memory, its garbage collections, its threads. No other may run at the same time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
