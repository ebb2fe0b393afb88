// What is not needed on the first page somebody sees, each in a file of its own.
import { Part } from "../lib/part.svelte";

export const parts = {
    table: new Part(() => import("./table/TablePage.svelte")),
    drawers: new Part(() => import("./table/Drawers.svelte")),
    since: new Part(() => import("./table/Since.svelte")),
    join: new Part(() => import("./table/Join.svelte")),
    device: new Part(() => import("./table/Device.svelte")),
    devices: new Part(() => import("./table/Devices.svelte")),
    room: new Part(() => import("./table/Room.svelte")),
    host: new Part(() => import("./host/Host.svelte")),
    map: new Part(() => import("./editor/MapEditor.svelte")),
    admin: new Part(() => import("./admin/AdminPage.svelte")),
    me: new Part(() => import("./people/MePage.svelte")),
    ratings: new Part(() => import("./people/RatingsPage.svelte")),
    game: new Part(() => import("./people/GamePage.svelte")),
    local: new Part(() => import("./local/LocalPage.svelte")),
    localTable: new Part(() => import("./local/LocalTable.svelte")),
    learn: new Part(() => import("./learn/Learn.svelte")),
    replay: new Part(() => import("./replay/Afterwards.svelte")),
    end: new Part(() => import("./end/End.svelte")),
    settings: new Part(() => import("./Settings.svelte")),
    keys: new Part(() => import("./Keys.svelte")),
    rules: new Part(() => import("./Rules.svelte")),
};
