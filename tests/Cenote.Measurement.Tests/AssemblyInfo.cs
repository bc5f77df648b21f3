// Collections are counted for the whole process: tests that run beside each other would count each other's.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
