// The engines that have been seen equal, beside which a reader's own browser stands: the table of the document, as data.
import { withBase } from "vitepress";
import { defineComponent, onMounted, shallowRef } from "vue";

/** As site/documents/stage.mjs writes it. */
interface SeenTable {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const SeenEngines = defineComponent(() => {
  const table = shallowRef<SeenTable>();
  onMounted(async () => {
    const response = await fetch(withBase("/data/engines.json")).catch(() => undefined);
    if (response?.ok) table.value = (await response.json()) as SeenTable;
  });
  return () => (
    <section aria-label="Engines seen equal">
      <h2>Seen equal so far</h2>
      {table.value === undefined ? (
        <p class="sb-kept">The table has not come; it stands in the documents too.</p>
      ) : (
        tableOf(table.value)
      )}
      <p>
        <a href={withBase("/engines.html")}>What was compared, and how</a>
      </p>
    </section>
  );
});

function tableOf({ titles, rows }: SeenTable) {
  return (
    <section class="sb-scroll" tabindex={0} aria-label="Table of engines">
      <table class="sb-table">
        <caption>Engines that have computed the same bits</caption>
        <thead>
          <tr>
            {titles.map((title) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([engine, ...facts]) => (
            <tr>
              <th scope="row">{engine}</th>
              {facts.map((fact, index) => (
                <td data-label={titles[index + 1]}>{fact}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
