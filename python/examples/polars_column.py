"""A private column in Polars: drawn once, written, and read from then on.

    pip install kdelta polars
    python polars_column.py

A lazy query runs anew each time that it is collected, and each run draws anew: every row is released again and costs ε′ again. So a release
belongs behind a checkpoint. It is written once, and all later queries read the file. Entries of the ledger are attempts: one that fails
after it began to draw stays, and running it again is another.

Polars has no mark for a function that gives another result each time. It takes a function of an expression to be pure; the nearest to a mark is
the `map_batches` of a whole frame, which no filter, projection or slice is moved across.
"""

import tempfile
from pathlib import Path

import kdelta
import polars as pl


def release(people: pl.LazyFrame, laplace: kdelta.Laplace, ledger: kdelta.Ledger, checkpoint: Path) -> pl.LazyFrame:
    """Draws the ages of people, of whom each has one row, and gives back a query that reads what was drawn."""
    if checkpoint.exists():
        raise FileExistsError(f"{checkpoint} was released before: read it")
    ledger.record(laplace, f"one age each, {checkpoint.name}")
    drawn = people.map_batches(
        lambda rows: rows.with_columns(laplace.release(rows["age"])),
        schema={"id": pl.Int64, "age": pl.Float64},
    )
    drawn.collect().write_parquet(checkpoint)
    return pl.scan_parquet(checkpoint)


def main(folder: Path) -> pl.LazyFrame:
    people = pl.LazyFrame({"id": range(1000), "age": [float(18 + i % 70) for i in range(1000)]})
    # Each row is the answer of one person, who could have had any other age: the sensitivity is the width of the range.
    laplace = kdelta.Laplace(epsilon=4, sensitivity=120, answers=(0, 120), grid=1)
    with kdelta.Ledger(epsilon=5) as ledger:
        ages = release(people, laplace, ledger, folder / "ages.parquet")
        print(f"each person has spent ε′ ≤ {kdelta.round_up(ledger.spent.epsilon)}")
    return ages


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        ages = main(Path(folder))
        # Two queries, and no further draw.
        print(ages.select(pl.col("age").fill_nan(None).mean()).collect())
        print(ages.filter(pl.col("id") < 3).collect())
