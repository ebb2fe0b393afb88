// What a game is about, found in its map and rules: which words of `goal` belong to it.
import type { GameMap, Rules } from "./types";

export type Winning = "wonders" | "fortress" | "villages";
export type About =
    | "ships"
    | "bonus"
    | "fog"
    | "gifts"
    | "villages"
    | "fortress"
    | "wonders"
    | "ports"
    | "starts"
    | "gold"
    | "neutrals"
    | "barbarians"
    | "friendly"
    | "bank"
    | "balanced";

export interface Goal {
    target: number;
    wins: Winning[];
    about: About[];
    /** Extra points that land pays, smallest first. */
    bonus: number[];
    /** So many empty villages end the game. */
    villages: number;
}

export function goalOf(map: GameMap, rules: Rules): Goal {
    const has = (terrain: string): boolean => map.hexes.some((hex) => hex.terrain === terrain);
    const bonus = [...new Set((map.region_bonus ?? []).filter((points) => points > 0))].sort(
        (a, b) => a - b,
    );
    const villages = (map.marks ?? []).some((mark) => mark.kind === "village");
    const option = rules as unknown as Record<string, unknown>;
    const found: [About, boolean][] = [
        ["wonders", !!map.wonders],
        ["fortress", !!map.lanes?.length],
        ["villages", villages],
        ["gifts", !!map.gifts?.length],
        ["fog", has("fog")],
        ["bonus", bonus.length > 0],
        ["ports", !!map.place_ports],
        ["starts", !!map.start_regions],
        ["gold", has("gold")],
        ["ships", rules.game.startsWith("seafarers")],
        ["barbarians", rules.game.includes("knights")],
        ["neutrals", Number(option.neutrals) > 0],
        ["friendly", option.friendly_robber === true],
        ["bank", option.bank_trade_only === true],
        ["balanced", option.balanced_dice === true],
    ];
    const wins: [Winning, boolean][] = [
        ["wonders", !!map.wonders],
        ["fortress", !!map.lanes?.length],
        ["villages", villages && !!map.empty_villages],
    ];
    return {
        target: Number(rules.target ?? map.target ?? 0),
        wins: wins.filter(([, is]) => is).map(([name]) => name),
        about: found.filter(([, is]) => is).map(([name]) => name),
        bonus,
        villages: map.empty_villages ?? 0,
    };
}

/** Signs of one kind that the board has: one line for each in the card. */
export function marksOf(map: GameMap): ("no-start" | "wall" | "bridge")[] {
    const kinds = new Set((map.marks ?? []).map((mark) => mark.kind));
    return (["no-start", "wall", "bridge"] as const).filter((kind) => kinds.has(kind));
}
