// One query by DuckDB on one thread, as a process of its own: what its library for Node takes with all that belongs to it.
const { DuckDBInstance } = await import("@duckdb/node-api");
const connection = await (await DuckDBInstance.create(":memory:")).connect();
await connection.run("set threads = 1");
const result = await connection.run(process.argv[2]);
for (const row of await result.getRowsJson()) console.log(row.join(","));
