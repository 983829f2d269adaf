"""A logarithm certified at every point of a grid on many machines: each shard is a task of Spark, and the parts are joined into the certificate.

    pip install pyspark                              # and Java 17, on Debian apt-get install default-jre-headless
    python spark_certificate.py --program target/release/kdelta --domain 2^-32 --shards 64 --out libm.json

Nothing is random here, so a lost worker costs only time: Spark runs its task again, and the result is the same. The program `kdelta` must be at the
same path on all machines; what a shard found comes back to the driver as the text of its state, of a few kilobytes. States are
sealed, and the join refuses one that was changed, is of another program, or is missing; the certificate is byte for byte the one of a single machine.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from pyspark import TaskContext
from pyspark.sql import SparkSession

ATTEMPTS = 4
"""How often a shard may be started before the run is given up."""


def certify(program: str, kernel: list[str], *arguments: str) -> str:
    """Runs `kdelta certify kernel`, and gives back what it printed."""
    ran = subprocess.run([program, "certify", "kernel", *kernel, *arguments], capture_output=True, text=True)
    if ran.returncode != 0:
        raise RuntimeError(f"kdelta: exit code {ran.returncode}: {ran.stderr}")
    return ran.stdout


def on_spark(spark: SparkSession, program: str, kernel: list[str], shards: int, killed: int | None = None) -> tuple[str, int]:
    """The certificate, and how many shards were run again. `killed` is a shard whose worker is lost at its first attempt, for the test."""

    def run(shard: int) -> tuple[str, int]:
        context = TaskContext.get()
        assert context is not None
        with tempfile.TemporaryDirectory() as folder:
            state = Path(folder) / "state.json"
            certify(program, kernel, "--shard", f"{shard}/{shards}", "--threads", "1", "--state", str(state))
            if shard == killed and context.attemptNumber() == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return state.read_text(), context.attemptNumber()

    found = spark.sparkContext.parallelize(range(shards), shards).map(run).collect()
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{shard}.json" for shard in range(shards)]
        for file, (state, _) in zip(files, found):
            file.write_text(state)
        certificate = certify(program, kernel, "--merge", *map(str, files), "--json")
    return certificate, sum(attempt > 0 for _, attempt in found)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default="kdelta", help="where kdelta is, on all machines")
    arguments.add_argument("--kernel", default="libm")
    arguments.add_argument("--format", default="f64")
    arguments.add_argument("--domain", default="2^-20")
    arguments.add_argument("--shards", type=int, default=8)
    arguments.add_argument("--master", default=f"local[2,{ATTEMPTS}]", help="the cluster; its default is this machine")
    arguments.add_argument("--kill", type=int, metavar="SHARD", help="lose the worker of this shard once")
    arguments.add_argument("--out", type=Path, required=True)
    given = arguments.parse_args()
    # Workers run the Python of this process.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.master(given.master).config("spark.ui.enabled", "false").getOrCreate()
    kernel = [given.kernel, "--format", given.format, "--domain", given.domain]
    try:
        certificate, again = on_spark(spark, given.program, kernel, given.shards, given.kill)
    finally:
        spark.stop()
    given.out.write_text(certificate)
    print(f"{given.out}: {given.shards} shards joined, {again} of them run again")


if __name__ == "__main__":
    main()
