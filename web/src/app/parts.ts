// What is not needed on the first page somebody sees, each in a file of its own.
import { Part } from "../lib/part.svelte";

export const parts = {
    table: new Part(() => import("./table/TablePage.svelte")),
    join: new Part(() => import("./table/Join.svelte")),
    room: new Part(() => import("./table/Room.svelte")),
    host: new Part(() => import("./host/Host.svelte")),
    map: new Part(() => import("./editor/MapEditor.svelte")),
    replay: new Part(() => import("./replay/ReplayPage.svelte")),
    end: new Part(() => import("./end/End.svelte")),
    settings: new Part(() => import("./Settings.svelte")),
    keys: new Part(() => import("./Keys.svelte")),
    rules: new Part(() => import("./Rules.svelte")),
};
