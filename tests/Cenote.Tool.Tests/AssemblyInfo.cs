// Times and collections are measured for the whole process: tests that run beside each other would measure each other.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
