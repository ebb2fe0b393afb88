// Makes one plain module of a file in src/, so that node can test it: esbuild comes with vite.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

/** What the files in src/lib export, as one object. */
export async function load(...names) {
    const folder = mkdtempSync(join(tmpdir(), "holm-unit-"));
    const outfile = join(folder, "lib.mjs");
    const contents = names.map((name) => `export * from "./${name}";`).join("\n");
    try {
        await build({
            stdin: { contents, resolveDir: join(here, "../../src/lib"), loader: "ts" },
            outfile,
            bundle: true,
            format: "esm",
            target: "es2021",
            logLevel: "error",
            // What vite puts in when the page is built.
            define: { "import.meta.env": '{"MODE":"production","BASE_URL":"/","PROD":true}' },
        });
        return await import(pathToFileURL(outfile).href);
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}
