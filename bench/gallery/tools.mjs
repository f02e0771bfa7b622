// Where the tools of the gallery are found, or how they are brought: Debian's packages, what npm and pip put into the temporary folder, what a
// compiler makes of the sources beside this file. None of them is a dependency of the package.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installParts } from "../../tools/install-parts.mjs";
import { npmBinary } from "../../tools/npm-binary.mjs";
import { absenceOf, findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";

export const ADDERS = fileURLToPath(new URL("adders", import.meta.url));
const FOLDER = join(tmpdir(), "samebits-gallery");

/** What a tool is: a version, and what stands for it in commands. @typedef {{ readonly version: string, readonly command: string }} Tool */

/** A tool is not here; the message says how to get it. */
export class MissingTool extends Error {}

/** Whether missing packages of Debian are to be installed. */
let installs = false;

export function installMissing() {
  installs = true;
}

/** @param {() => Tool} find */
const once = (find) => {
  /** @type {{ readonly tool?: Tool, readonly error?: unknown } | undefined} */
  let found;
  return () => {
    if (found === undefined) {
      try {
        found = { tool: find() };
      } catch (error) {
        found = { error };
      }
    }
    if (found.tool === undefined) throw found.error;
    return found.tool;
  };
};

/** What a command prints, or undefined. @param {string} command @param {readonly string[]} parameters */
function output(command, parameters, options = {}) {
  const { status, stdout } = spawnSync(command, parameters, { encoding: "utf8", ...options });
  return status === 0 ? stdout.trim() : undefined;
}

/** Finds something, after installing packages of Debian where that is asked for. @template T @param {string} what @param {readonly string[]} packages @param {() => T | undefined} find @returns {T} */
function ofDebian(what, packages, find) {
  const here = find();
  if (here !== undefined) return here;
  const install = `apt-get install --no-install-recommends ${packages.join(" ")}`;
  if (!installs) throw new MissingTool(`${what} is not here; get it with: ${install}`);
  installParts([{ what, purpose: "the gallery", variable: "", packages }]);
  const found = find();
  if (found === undefined) throw new MissingTool(`${what} is not here after ${install}`);
  return found;
}

/** A program of Debian's. @param {string} name @param {readonly string[]} packages @param {readonly string[]} asked */
const program = (name, packages, asked, pattern = /\d[\w.+~-]*/) =>
  once(() =>
    ofDebian(name, packages, () => {
      const { stdout, stderr, error } = spawnSync(name, asked, { encoding: "utf8" });
      if (error !== undefined) return undefined;
      return { command: name, version: pattern.exec(`${stdout}${stderr}`)?.[0] ?? "of no known version" };
    }),
  );

export const mawk = program("mawk", ["mawk"], ["-W", "version"]);
export const gawk = program("gawk", ["gawk"], ["--version"]);
export const datamash = program("datamash", ["datamash"], ["--version"]);
export const jq = program("jq", ["jq"], ["--version"]);

/** Python with libraries: a line of sums.py. @param {string} library @param {() => string} python @param {string} call  that tells the version */
const pythonTool =
  (library, python, call = "sum") =>
  () => {
    const interpreter = python();
    const version = output(interpreter, [join(ADDERS, "sums.py"), "--version", `${library}.${call}`]);
    if (version === undefined) throw new MissingTool(`${interpreter} has no ${library}`);
    return { version, command: `${interpreter} ${join(ADDERS, "sums.py")}` };
  };

const DEBIAN_PYTHON = "/usr/bin/python3";

export const debianPython = once(() =>
  ofDebian("Python", ["python3"], () =>
    existsSync(DEBIAN_PYTHON) ? pythonTool("python", () => DEBIAN_PYTHON)() : undefined,
  ),
);
export const debianSqlite = once(pythonTool("sqlite", () => DEBIAN_PYTHON));
export const debianNumpy = once(() =>
  ofDebian("NumPy of Debian", ["python3-numpy"], () => {
    try {
      return pythonTool("numpy", () => DEBIAN_PYTHON)();
    } catch {
      return undefined;
    }
  }),
);

/** The newest Python that is here: its `sum` is another one from 3.12 on. */
const newestPython = () => {
  const versions = join(homedir(), ".pyenv/versions");
  const managed = existsSync(versions)
    ? readdirSync(versions).map((each) => join(versions, each, "bin/python3"))
    : [];
  const number = (/** @type {string} */ path) => {
    const [, major, minor] = /Python (\d+)\.(\d+)/.exec(output(path, ["--version"]) ?? "") ?? [];
    return Number(major ?? 0) * 1000 + Number(minor ?? 0);
  };
  const [newest] = ["python3", "python3.13", "python3.14", ...managed]
    .filter((path) => number(path) > 0)
    .sort((one, other) => number(other) - number(one));
  if (newest === undefined) throw new MissingTool("no Python is here");
  return newest;
};

export const python = once(() => pythonTool("python", newestPython)());

/** @param {string} library @param {string} [call] */
const ofPip = (library, call) =>
  once(() => {
    try {
      return pythonTool(library, () => "python3", call)();
    } catch {
      throw new MissingTool(`python3 has no ${library}; get it with: python3 -m pip install ${library}`);
    }
  });

/** Libraries that pip brings into an environment of the gallery's own, in the temporary folder. @param {string} library */
const ofEnvironment = (library) =>
  once(() => {
    const environment = join(FOLDER, "python");
    const python = join(environment, "bin/python3");
    if (!existsSync(python)) spawnSync("python3", ["-m", "venv", environment]);
    const tool = pythonTool(library, () => python);
    try {
      return tool();
    } catch {
      spawnSync(python, ["-m", "pip", "install", "--quiet", library], {
        stdio: ["ignore", "ignore", "inherit"],
      });
    }
    try {
      return tool();
    } catch {
      throw new MissingTool(`pip could not bring ${library} to the Python that was used`);
    }
  });

export const numpy = ofEnvironment("numpy");
export const pandas = ofEnvironment("pandas");
export const polars = ofEnvironment("polars");
export const pyarrow = ofEnvironment("pyarrow");
export const scipy = ofEnvironment("scipy");
export const torch = ofPip("torch");
/** These need a GPU of NVIDIA's beside their packages. */
export const torchCuda = ofPip("torch", "cuda-sum");
export const cupy = ofPip("cupy");
export const jax = ofPip("jax");

/** A source compiled: a name for each set of flags. @param {string} source @param {string} compiler @param {readonly string[]} packages @param {readonly string[]} flags */
const compiled = (source, compiler, packages, flags) =>
  once(() => {
    const version = ofDebian(compiler, packages, () =>
      output(compiler, ["-dumpfullversion", "-dumpversion"]),
    );
    mkdirSync(FOLDER, { recursive: true });
    const program = join(
      FOLDER,
      `${source.replace(/\W/g, "-")}${compiler.replace(/\W/g, "")}${flags.join("")}`,
    );
    const dialect = source.endsWith(".cpp") ? ["-std=c++17"] : [];
    const parameters = [...dialect, ...flags, "-o", program, join(ADDERS, source), "-ldl"];
    execFileSync(compiler, parameters, { stdio: "inherit" });
    return { version, command: program };
  });

export const FAST = ["-O3", "-ffast-math"];
export const gccO2 = compiled("stl.cpp", "g++", ["g++"], ["-O2"]);
export const gccFast = compiled("stl.cpp", "g++", ["g++"], FAST);
export const gccNative = compiled("stl.cpp", "g++", ["g++"], [...FAST, "-march=native"]);
export const clangO2 = compiled("stl.cpp", "clang++", ["clang"], ["-O2"]);
export const clangFast = compiled("stl.cpp", "clang++", ["clang"], FAST);
const blasProgram = compiled("blas.c", "gcc", ["gcc"], ["-O2"]);

/** A BLAS of Debian's. @param {string} what @param {string} name of the package @param {string} file */
const blas = (what, name, file) =>
  once(() => {
    const path = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/${file}`;
    ofDebian(what, [name], () => (existsSync(path) ? path : undefined));
    const version = output("dpkg-query", ["-W", "-f", `\${Version}`, name]) ?? "of no known version";
    return { version, command: `${blasProgram().command} ${path}` };
  });

export const openBlas = blas("OpenBLAS", "libopenblas0-pthread", "openblas-pthread/libopenblas.so.0");
export const referenceBlas = blas("the reference BLAS", "libblas3", "blas/libblas.so.3");
export const blis = blas("BLIS", "libblis4-pthread", "blis-pthread/libblas.so.3");

/** Packages of npm in a folder that an environment variable names for their adders. @param {string} main @param {string} version @param {readonly string[]} more @param {string} variable */
const ofNpm = (main, version, more, variable) =>
  once(() => {
    const options = more.map((each) => `${each}@${version}`);
    const file = npmBinary({ name: main, version, file: "package.json", options });
    const folder = file.slice(0, file.indexOf("/node_modules/"));
    process.env[variable] = folder;
    return { version: createRequire(file)(file).version, command: folder };
  });

export const duckdb = ofNpm("@duckdb/node-api", "latest", [], "SAMEBITS_GALLERY_DUCKDB");
export const tfjs = ofNpm(
  "@tensorflow/tfjs-core",
  "4.22.0",
  ["@tensorflow/tfjs-backend-cpu", "@tensorflow/tfjs-backend-wasm"],
  "SAMEBITS_GALLERY_TFJS",
);

/** A library for WebGPU: it computes on an emulated GPU, which has to be here too. @param {string} main @param {string} version @param {readonly string[]} more @param {string} variable */
const onWebGpu = (main, version, more, variable) => {
  const library = ofNpm(main, version, more, variable);
  return once(() => {
    const absence = [SYSTEM_PARTS.vulkan, SYSTEM_PARTS.swiftshader].find(
      (part) => findPart(part) === undefined,
    );
    if (absence !== undefined) throw new MissingTool(absenceOf(absence));
    return library();
  });
};

export const tfjsWebGpu = onWebGpu(
  "@tensorflow/tfjs-backend-webgpu",
  "4.22.0",
  ["@tensorflow/tfjs-core", "@tensorflow/tfjs-backend-cpu"],
  "SAMEBITS_GALLERY_TFJS_WEBGPU",
);
export const jaxJs = onWebGpu("@jax-js/jax", "0.1.25", [], "SAMEBITS_GALLERY_JAX_JS");
export const lumaGl = onWebGpu(
  "@luma.gl/gpgpu",
  "9.4.2",
  ["@luma.gl/core", "@luma.gl/webgpu"],
  "SAMEBITS_GALLERY_LUMA",
);

/** @param {string} name */
export const dependency = (name) =>
  once(() => {
    const file = fileURLToPath(new URL(`../../node_modules/${name}/package.json`, import.meta.url));
    if (!existsSync(file)) throw new MissingTool(`${name} is not here; get it with: npm install`);
    return { version: createRequire(file)(file).version, command: "" };
  });

export const thisNode = once(() => ({ version: process.versions.node, command: process.execPath }));

/** @param {string} name @param {string} version @param {string} file @param {readonly string[]} flags */
const engine = (name, version, file, flags = []) =>
  once(() => {
    const path = npmBinary({ name, version, file });
    const told = output(path, ["--version"])?.replace(/^v/, "");
    if (told === undefined) throw new MissingTool(`${name}@${version} does not run here`);
    return { version: told, command: [path, ...flags].join(" ") };
  });

export const bun = engine("@oven/bun-linux-x64", "1", "bin/bun");
const node24 = engine(`node-linux-${process.arch}`, "24", "bin/node");

/** The SQLite inside a Node. */
export const newSqlite = once(() => {
  const { command } = node24();
  const version = output(command, ["-p", "process.versions.sqlite"]);
  return { version: version ?? "", command: `${command} --no-warnings` };
});

export const firefox = program("firefox", ["firefox-esr"], ["--version"], /\d[\d.]*\w*/);

/** What is to be stopped at the end. @type {(() => void)[]} */
const closers = [];

export function closeTools() {
  for (const close of closers.splice(0)) close();
}

/** A cluster of PostgreSQL in a folder of its own, as the user that Debian makes for it. */
export const postgres = once(() => {
  const bin = ofDebian("PostgreSQL", ["postgresql"], () => {
    const root = "/usr/lib/postgresql";
    const [newest] = existsSync(root)
      ? readdirSync(root).sort((one, other) => Number(other) - Number(one))
      : [];
    return newest === undefined ? undefined : `${root}/${newest}/bin`;
  });
  const folder = mkdtempSync(join(tmpdir(), "samebits-postgres-"));
  chmodSync(folder, 0o777);
  const isRoot = process.getuid?.() === 0;
  /** @param {readonly string[]} line @returns {[string, readonly string[]]} */
  const asUser = (line) =>
    isRoot ? ["runuser", ["-u", "postgres", "--", ...line]] : [line[0], line.slice(1)];
  const data = join(folder, "data");
  const [initialise, how] = asUser([
    `${bin}/initdb`,
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "--no-sync",
  ]);
  if (output(initialise, how, { cwd: folder }) === undefined)
    throw new MissingTool("initdb does not make a cluster here");
  const [start, line] = asUser([
    `${bin}/postgres`,
    "-D",
    data,
    "-k",
    folder,
    "-c",
    "listen_addresses=",
    "-c",
    "fsync=off",
  ]);
  const server = spawn(start, line, { stdio: "ignore", cwd: folder });
  closers.push(() => {
    const [stop, parameters] = asUser([`${bin}/pg_ctl`, "-D", data, "-m", "immediate", "stop"]);
    output(stop, parameters, { cwd: folder });
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = ["-h", folder, "-U", "postgres", "-d", "postgres", "-Atc", "show server_version"];
  for (let attempt = 0; attempt < 40; attempt++) {
    const version = output("psql", ask);
    if (version !== undefined) return { version: version.split(" ")[0], command: folder };
    spawnSync("sleep", ["0.25"]);
  }
  throw new MissingTool("a cluster of PostgreSQL does not start here");
});
