// Collections are counted for the whole process: tests that run in parallel would count each other's.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
