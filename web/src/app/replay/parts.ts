// What a replay brings when it is wanted; apart from the page's own parts, which every start page fetches.
import { Part } from "../../lib/part.svelte";

export const board = new Part(() => import("../analysis/AnalysisPage.svelte"));
export const review = new Part(() => import("../review/ReviewPanel.svelte"));
