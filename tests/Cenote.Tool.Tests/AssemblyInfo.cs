// Times and collections are measured for the whole process: tests that run in parallel would measure each other.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
