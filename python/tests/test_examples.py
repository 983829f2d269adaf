"""The examples of python/examples. What an example needs and this machine lacks is named among the skipped: not installed, not run.

scripts/python --engines installs all of it.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import kdelta
import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
PARIS = ((2.28, 48.81), (2.42, 48.90))


def needs(*packages):
    for package in packages:
        pytest.importorskip(package, reason=f"{package} is not installed, not run")


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def python(*arguments, **environment):
    """Another Python, with the examples on its path as the workers have them."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(EXAMPLES), **environment},
        timeout=600,
    )


@pytest.fixture
def spark():
    needs("pyspark", "pyarrow", "pandas")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Java is not installed, not run")


@pytest.fixture
def opendp():
    needs("opendp")
    return load("opendp_measurement")


def test_opendp_maps_a_distance_to_the_guarantee_rounded_up(opendp, laplace):
    measurement = opendp.make_kdelta(laplace)
    assert measurement.map(1.0) == laplace.epsilon_prime_up >= laplace.epsilon_prime
    assert measurement.map(0.0) == 0.0
    for distance in (0.25, 2.0, 1e6):
        assert measurement.map(distance) == kdelta.round_up(laplace.guarantee.loss_at(distance))
    assert measurement.map(0.25) < measurement.map(1.0) < measurement.map(1.000001) < measurement.map(2.0)
    for distance in (-1.0, float("nan"), float("inf")):
        with pytest.raises(Exception):
            measurement.map(distance)


def test_opendp_composes_it_with_its_own_clamp_sum_and_laplace(opendp):
    import opendp.prelude as dp

    hours = opendp.hours()
    for _ in range(20):
        released = hours([7.25, 8.0, 1e300, -3.0])
        assert -1000 <= released <= 2000 and released * 4 == int(released * 4)
    assert hours.map(d_in=1) < 1.000001 < hours.map(d_in=2)
    # Next to a measurement of OpenDP: the sum of both.
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()
    count = space >> dp.t.then_count() >> dp.m.then_laplace(scale=2.0)
    both = dp.c.make_composition([hours, count])
    assert hours.map(1) + count.map(1) <= both.map(1) < 1.500001
    assert len(both([1.0, 2.0])) == 2


def test_polars_draws_once_and_reads_what_was_written(tmp_path):
    needs("polars")
    import polars as pl

    example = load("polars_column")
    ages = example.main(tmp_path)
    first = ages.collect()
    assert first.height == 1000 and first["age"].is_not_nan().sum() > 100
    assert first.equals(ages.collect(), null_equal=True)

    people = pl.LazyFrame({"id": [1, 2], "age": [40.0, None]})
    laplace = kdelta.Laplace(epsilon=4, sensitivity=120, answers=(0, 120), grid=1)
    with kdelta.Ledger(epsilon=9) as ledger:
        with pytest.raises(FileExistsError):
            example.release(people, laplace, ledger, tmp_path / "ages.parquet")
        assert ledger.entries == ()
        # An attempt that fails is counted, and leaves nothing that could be read.
        with pytest.raises(Exception, match="nulls"):
            example.release(people, laplace, ledger, tmp_path / "nulls.parquet")
        assert len(ledger.entries) == 1 and not (tmp_path / "nulls.parquet").exists()


def test_polars_draws_again_where_there_is_no_checkpoint():
    needs("polars")
    import polars as pl

    laplace = kdelta.Laplace(epsilon="2^-20", sensitivity=120, answers=(0, 120), grid=1)
    people = pl.LazyFrame({"age": [40.0] * 100})
    drawn = people.map_batches(lambda rows: rows.with_columns(laplace.release(rows["age"])), schema={"age": pl.Float64})
    assert not drawn.collect().equals(drawn.collect())


def test_duckdb_draws_once_into_a_table():
    needs("duckdb", "pyarrow")
    import duckdb

    example = load("duckdb_column")
    database = example.main()
    query = "SELECT id, age FROM released ORDER BY id"
    first = database.execute(query).fetchall()
    assert len(first) == 1000 and repr(first) == repr(database.execute(query).fetchall())
    with pytest.raises(duckdb.Error, match="noisy_age"):
        database.execute("SELECT noisy_age(age) FROM people")

    laplace = kdelta.Laplace(epsilon=4, sensitivity=120, answers=(0, 120), grid=1)
    with kdelta.Ledger(epsilon=9) as ledger:
        with pytest.raises(duckdb.Error, match="released"):
            example.release(database, laplace, ledger)
        assert repr(first) == repr(database.execute(query).fetchall())
        database.execute("DROP TABLE released; UPDATE people SET age = NULL WHERE id = 3")
        with pytest.raises(duckdb.Error, match="nulls"):
            example.release(database, laplace, ledger)
        # Both attempts are counted.
        with pytest.raises(kdelta.BudgetSpent):
            example.release(database, laplace, ledger)


def test_duckdb_gives_people_of_one_age_different_noise():
    needs("duckdb", "pyarrow")
    import duckdb

    example = load("duckdb_column")
    database = duckdb.connect()
    database.execute("CREATE TABLE people AS SELECT i AS id, 40::DOUBLE AS age FROM range(100) AS _(i)")
    with kdelta.Ledger(epsilon=1) as ledger:
        example.release(database, kdelta.Laplace(epsilon="2^-20", sensitivity=120, answers=(0, 120), grid=1), ledger)
    assert database.execute("SELECT count(DISTINCT age) FROM released").fetchone()[0] > 90


def test_spark_releases_each_place_once_by_its_workers(spark, tmp_path):
    import pyarrow.parquet

    script = EXAMPLES / "spark_locations.py"
    ran = python(script, "--rows", 4000, "--tasks", 4, "--folder", tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "by the slice" in ran.stdout and "in the workers" in ran.stdout
    # Paris in degrees; NaN is outside.
    places = pyarrow.parquet.read_table(tmp_path / "places.parquet").to_pandas()
    assert sorted(places["id"]) == list(range(4000))
    there = places.dropna()
    assert len(there) > 3000
    for name, low, high in zip(("longitude", "latitude"), *PARIS):
        assert there[name].between(low - 0.01, high + 0.01).all()
    assert len(list((tmp_path / "tickets").iterdir())) == 4
    # Once more: refused before anything is drawn.
    again = python(script, "--rows", 4000, "--tasks", 4, "--folder", tmp_path)
    assert again.returncode != 0 and "FileExistsError" in again.stderr
    assert len(list((tmp_path / "tickets").iterdir())) == 4


# Loses the worker of task 1 after that task has begun to draw, and runs it again by Spark's own retry.
LOST_WORKER = """
import json, os, signal, sys, time
from pathlib import Path
import kdelta
import spark_locations as example
from pyspark import TaskContext

session = example.spark_session(2, 4)
session.sparkContext.setLogLevel("OFF")
planar = kdelta.PlanarLaplace(epsilon="ln(4)", distance=200, box=((2.28, 2.42), (48.81, 48.90)))
found = {}
for attempts in (2, 1):
    folder = Path(sys.argv[1]) / str(attempts)
    folder.mkdir()

    def lost(batches, taken=folder / "tickets" / "1-0"):
        context = TaskContext.get()
        if context.partitionId() == 1 and context.attemptNumber() == 0:
            while not taken.exists():
                time.sleep(0.05)
            os.kill(os.getpid(), signal.SIGKILL)
        yield from batches

    people = example.somewhere_in_paris(session, 300, 3).mapInArrow(lost, example.PLACES)
    with kdelta.Ledger(epsilon=10) as ledger:
        try:
            rows = session.read.parquet(example.release(people, planar, ledger, folder, attempts)).count()
        except Exception as why:
            rows = "no more was paid for" in str(why)
        counted = sum(entry.count for entry in ledger.entries)
    found[attempts] = [rows, counted, sorted(path.name for path in (folder / "tickets").iterdir())]
print(json.dumps(found))
session.stop()
"""


def test_spark_draws_again_for_a_lost_worker_and_never_more_than_was_paid_for(spark, tmp_path):
    script = tmp_path / "lost.py"
    script.write_text(LOST_WORKER)
    ran = python(script, tmp_path)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout.splitlines()[-1])
    assert found["2"] == [300, 2, ["0-0", "1-0", "1-1", "2-0"]]
    # With one ticket for each task Spark tries again, and no attempt draws.
    refused, counted, tickets = found["1"]
    assert refused is True and counted == 1 and "1-0" in tickets and "1-1" not in tickets


def test_spark_certifies_in_shards_what_one_machine_certifies_and_repeats_a_lost_one(spark, tmp_path):
    program = os.environ.get("KDELTA_PROGRAM")
    if program is None:
        pytest.skip("the program kdelta is not given by KDELTA_PROGRAM, not run")
    kernel = ["libm", "--format", "f64", "--domain", "2^-14"]
    alone = subprocess.run([program, "certify", "kernel", *kernel, "--json"], capture_output=True, check=True).stdout
    out = tmp_path / "joined.json"
    ran = python(
        EXAMPLES / "spark_certificate.py", "--program", program, "--domain", "2^-14", "--shards", 4, "--kill", 2, "--out", out
    )
    assert ran.returncode == 0, ran.stderr
    assert "4 shards joined, 1 of them run again" in ran.stdout
    assert out.read_bytes() == alone
