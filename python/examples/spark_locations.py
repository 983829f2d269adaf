"""The places of many people on Spark: one planar release for each, written to Parquet by the workers, without anything on the driver.

    pip install kdelta pyspark pyarrow pandas        # and Java 17, on Debian apt-get install default-jre-headless
    python spark_locations.py --rows 10000000

A DataFrame is a plan, and runs anew for every action on it, after a worker was lost, and for a cached block that was evicted; each run draws
anew, and each draw of a person's place costs ε′ again. So three things belong to a release on Spark:

- a checkpoint: the release is written once, and whatever comes later reads what was written, never the plan;
- tickets: no task draws without one. Spark itself sets no firm limit on how often a task runs. Here each task takes a file that nobody has
  taken before, and where all are taken it fails and draws nothing;
- a ledger that counts attempts: before anything runs, each person is charged for as many as there are tickets of a task.

The tickets and the output have to be where all workers see them; the folder of tickets needs a file system on which a file can be
created by one task only, as POSIX and NFS have it.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import kdelta
import numpy as np
import pyarrow as pa
from pyspark import Accumulator, TaskContext
from pyspark.sql import DataFrame, SparkSession

PLACES = "id long, longitude double, latitude double"


def spark_session(cores: int, attempts: int) -> SparkSession:
    # Workers run the Python of this process, which has kdelta.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    return (
        SparkSession.builder.master(f"local[{cores},{attempts}]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", 65536)
        .config("spark.sql.adaptive.enabled", "false")
        .getOrCreate()
    )


def take_ticket(tickets: str, task: int, attempts: int) -> None:
    """Creates the next file of this task, or fails if there have been as many attempts as were paid for."""
    for attempt in range(attempts):
        try:
            os.close(os.open(f"{tickets}/{task}-{attempt}", os.O_CREAT | os.O_EXCL))
            return
        except FileExistsError:
            continue
    raise PermissionError(f"task {task} has drawn {attempts} times, and no more was paid for: read what was written")


def release(
    people: DataFrame,
    planar: kdelta.PlanarLaplace,
    ledger: kdelta.Ledger,
    folder: Path,
    attempts: int,
    clock: Accumulator[float] | None = None,
) -> str:
    """Releases one place for each person, and gives back where the checkpoint is. Each person has one row.

    The same rows must be in the same tasks whenever they are read, as they are from files: a ticket is for a task. The clock counts
    the seconds that processors are busy in the workers, which receive rows, release them and send them back.
    """
    tickets = folder / "tickets"
    tickets.mkdir()
    ledger.record(planar, f"one place each, {folder.name}", times=attempts)

    def noisy(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        # As the first thing: what fails later may have drawn.
        context = TaskContext.get()
        assert context is not None
        take_ticket(str(tickets), context.partitionId(), attempts)
        start = time.process_time()
        for batch in batches:
            # Both coordinates are NaN where the noise leads out of the disc or window.
            longitude, latitude = planar.release_columns(batch["longitude"], batch["latitude"])
            yield pa.RecordBatch.from_arrays([batch["id"], longitude, latitude], batch.schema.names)
        if clock is not None:
            clock.add(time.process_time() - start)

    checkpoint = str(folder / "places.parquet")
    people.mapInArrow(noisy, PLACES).write.mode("errorifexists").parquet(checkpoint)
    return checkpoint


def somewhere_in_paris(spark: SparkSession, rows: int, tasks: int) -> DataFrame:
    """Stands for spark.read.parquet(…): the same seed gives the same rows to the same tasks."""
    return spark.range(0, rows, 1, tasks).selectExpr(
        "id", "2.28 + 0.14 * rand(1) AS longitude", "48.81 + 0.09 * rand(2) AS latitude"
    )


def slice_per_second(planar: kdelta.PlanarLaplace, rows: int) -> float:
    """Rows per second of the slice in Rust, on one core, without Spark."""
    places = np.random.default_rng(1).uniform((2.28, 48.81), (2.42, 48.90), (rows, 2))
    start = time.process_time()
    planar.release(places)
    return rows / (time.process_time() - start)


def main(rows: int, cores: int, tasks: int, attempts: int, folder: Path) -> None:
    # ε = ln 4 for places 200 metres apart; a place outside of the box is moved to its edge first.
    planar = kdelta.PlanarLaplace(epsilon="ln(4)", distance=200, box=((2.28, 2.42), (48.81, 48.90)))
    spark = spark_session(cores, attempts)
    try:
        with kdelta.Ledger(epsilon=10) as ledger:
            clock = spark.sparkContext.accumulator(0.0)
            start = time.perf_counter()
            checkpoint = release(somewhere_in_paris(spark, rows, tasks), planar, ledger, folder, attempts, clock)
            seconds = time.perf_counter() - start
            spent = kdelta.round_up(ledger.spent.epsilon)
        # Any number of queries, and no further draw.
        released = spark.read.parquet(checkpoint)
        outside = released.where("isnan(longitude)").count()
        print(f"{released.count()} places in {checkpoint}, {outside} of them outside")
        drawn = len(list((folder / "tickets").iterdir()))
        print(f"{drawn} attempts at {tasks} tasks; each person was charged for {attempts}, ε′ ≤ {spent} at 200 m")
    finally:
        spark.stop()
    alone, workers = slice_per_second(planar, min(rows, 10**6)), rows / clock.value
    print(f"rows a second and core: {alone:.0f} by the slice, {workers:.0f} in the workers, {alone / workers:.2f} times slower")
    print(f"and {rows / seconds / cores:.0f} of the whole job, by the clock on the wall: from the plan to Parquet")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--rows", type=int, default=100_000)
    arguments.add_argument("--cores", type=int, default=2)
    arguments.add_argument("--tasks", type=int, default=8)
    arguments.add_argument("--attempts", type=int, default=2, help="how often a task may run, and each person is charged")
    arguments.add_argument("--folder", type=Path, help="for tickets and Parquet; it must be empty [default: one that is removed]")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        main(given.rows, given.cores, given.tasks, given.attempts, given.folder or Path(temporary))
