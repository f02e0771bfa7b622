const WIDTH = 960;
const HEIGHT = 540;
const FRAME = { left: 70, top: 50, right: 290, bottom: 60 };
const COLOURS = [
  ...["#1b6ca8", "#d1495b", "#2e933c", "#8d5a97", "#e08e45", "#30638e", "#7a7a7a", "#00798c"],
  ...["#b5651d", "#5f0f40", "#3a7d44", "#c71f66"],
];

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {readonly (readonly [x: number, y: number])[]} points
 */

/**
 * Lines over lengths as an SVG text: x by its logarithm, one mark for each power of two, y from 0.
 *
 * @param {object} plot
 * @param {string} plot.title
 * @param {string} plot.xLabel
 * @param {string} plot.yLabel
 * @param {readonly Series[]} plot.series
 * @param {string} [plot.note]  one line below the title
 */
export function linePlot({ title, xLabel, yLabel, series, note }) {
  const points = series.flatMap((each) => each.points);
  const logs = points.map(([x]) => Math.log2(x));
  const [least, most] = logs.length === 0 ? [0, 1] : [Math.min(...logs), Math.max(...logs)];
  const top = niceAbove(Math.max(0, ...points.map(([, y]) => y)));
  const inner = { width: WIDTH - FRAME.left - FRAME.right, height: HEIGHT - FRAME.top - FRAME.bottom };
  const at = (/** @type {number} */ log) =>
    FRAME.left + (inner.width * (log - least)) / Math.max(1, most - least);
  const up = (/** @type {number} */ y) => FRAME.top + inner.height * (1 - y / top);
  const body = [
    text(FRAME.left, 24, title, 'font-size="17"'),
    note === undefined ? "" : text(FRAME.left, 42, note, 'font-size="12" fill="#a00"'),
    ...rules(top).map((y) => horizontal(up(y), y)),
    ...powers(least, most).map((log) => mark(at(log), log)),
    text(FRAME.left + inner.width / 2, HEIGHT - 12, xLabel, 'text-anchor="middle"'),
    `<g transform="translate(18 ${FRAME.top + inner.height / 2}) rotate(-90)">${text(0, 0, yLabel, 'text-anchor="middle"')}</g>`,
    ...series.map((each, i) => line(each, i, at, up)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${body.filter((each) => each !== "").join("\n")}
</svg>
`;
}

/** @param {number} value */
function niceAbove(value) {
  if (value <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.2, 1.5, 2, 3, 5, 10].find((each) => each * unit >= value) ?? 10) * unit;
}

/** @param {number} top */
const rules = (top) => [0, 1, 2, 3, 4, 5].map((fifth) => (top * fifth) / 5);

/** @param {number} least @param {number} most @returns {number[]} */
function powers(least, most) {
  const first = Math.ceil(least);
  return Array.from({ length: Math.max(0, Math.floor(most) - first + 1) }, (_, i) => first + i);
}

/** @param {number} y @param {number} value */
function horizontal(y, value) {
  const rule = `<line x1="${FRAME.left}" x2="${WIDTH - FRAME.right}" y1="${round(y)}" y2="${round(y)}" stroke="#ddd"/>`;
  return rule + text(FRAME.left - 8, y + 4, String(Number(value.toPrecision(3))), 'text-anchor="end"');
}

/** @param {number} x @param {number} log */
function mark(x, log) {
  const label = `2<tspan dy="-5" font-size="10">${log}</tspan>`;
  return `<text x="${round(x)}" y="${HEIGHT - FRAME.bottom + 20}" text-anchor="middle">${label}</text>`;
}

/**
 * Where colours run out, the next lines have them again, dashed.
 *
 * @param {Series} series @param {number} index
 * @param {(log: number) => number} at @param {(y: number) => number} up
 */
function line({ name, points }, index, at, up) {
  const colour = COLOURS[index % COLOURS.length];
  const dashes = index < COLOURS.length ? "" : ' stroke-dasharray="6 4"';
  const places = points.map(([x, y]) => [round(at(Math.log2(x))), round(up(y))]);
  const dots = places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`);
  const row = FRAME.top + 7 + index * 20;
  const left = WIDTH - FRAME.right + 14;
  const stroke = `fill="none" stroke="${colour}" stroke-width="2"${dashes}`;
  const sample = `<path d="M${left} ${row}h24" ${stroke}/>`;
  const path = `<polyline points="${places.map((place) => place.join()).join(" ")}" ${stroke}/>`;
  return path + dots.join("") + sample + text(left + 30, row + 4, name, 'font-size="12"');
}

/** @param {number} x @param {number} y @param {string} words @param {string} attributes */
function text(x, y, words, attributes) {
  const safe = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${safe}</text>`;
}

/** @param {number} value */
const round = (value) => Number(value.toFixed(1));
