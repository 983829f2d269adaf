"""A private column in DuckDB: drawn once into a table, and read from then on.

    pip install kdelta duckdb pyarrow
    python duckdb_column.py

A function of Python is called again by every query that names it, by a view as well, and each call draws anew: every row is released again
and costs ε′ again. So a release belongs behind a checkpoint, CREATE TABLE … AS. Entries of the ledger are attempts: one that fails after
it began to draw stays, and running it again is another.

Two arguments of `create_function` matter. With `side_effects=True` DuckDB does not draw once for all rows that have the same answer; with
`null_handling="special"` kdelta sees nulls, and refuses them, where DuckDB would hand them through and so show which rows have one.
"""

import duckdb
import kdelta


def release(database: duckdb.DuckDBPyConnection, laplace: kdelta.Laplace, ledger: kdelta.Ledger) -> None:
    """Makes the table "released" from the table "people", in which each person has one row."""
    database.create_function(
        "noisy_age",
        lambda ages: laplace.release(ages),
        ["DOUBLE"],
        "DOUBLE",
        type="arrow",
        side_effects=True,
        null_handling="special",
    )
    try:
        ledger.record(laplace, "one age each")
        # Refused if it was made before.
        database.execute("CREATE TABLE released AS SELECT id, noisy_age(age) AS age FROM people")
    finally:
        # Nobody draws by accident.
        database.remove_function("noisy_age")


def main() -> duckdb.DuckDBPyConnection:
    database = duckdb.connect()
    database.execute("CREATE TABLE people AS SELECT i AS id, (18 + i % 70)::DOUBLE AS age FROM range(1000) AS _(i)")
    # Each row is the answer of one person, who could have had any other age: the sensitivity is the width of the range.
    laplace = kdelta.Laplace(epsilon=4, sensitivity=120, answers=(0, 120), grid=1)
    with kdelta.Ledger(epsilon=5) as ledger:
        release(database, laplace, ledger)
        print(f"each person has spent ε′ ≤ {kdelta.round_up(ledger.spent.epsilon)}")
    return database


if __name__ == "__main__":
    database = main()
    # Two queries, and no further draw.
    print(database.execute("SELECT avg(age) FROM released WHERE NOT isnan(age)").fetchone())
    print(database.execute("SELECT * FROM released ORDER BY id LIMIT 3").fetchall())
