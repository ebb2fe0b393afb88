// Which kinds of action stand in which menu. Kinds in none of them get a button of their own, so
// that everything the server lists can be done.
export const KNIGHT_KINDS = ["recruit", "activate", "promote", "move", "displace", "chase", "raid", "dismiss"];
export const BUILD_KINDS = ["road", "settlement", "city", "ship", "sail", "wall", "buy", "claim", "wonder"];
export const TRADE_KINDS = ["bank", "offer", "accept", "decline", "conclude", "withdraw"];
export const DEVELOPMENT_KINDS = ["knight", "road-building", "plenty", "monopoly"];
export const PROGRESS_KINDS = [
    "alchemist", "crane", "engineer", "inventor", "irrigation", "medicine", "mining", "smith",
    "commercial-harbor", "master-merchant", "merchant", "merchant-fleet", "resource-monopoly",
    "trade-monopoly", "bishop", "deserter", "diplomat", "intrigue", "saboteur", "spy", "warlord", "wedding",
];

const IN_MENUS = new Set([
    ...KNIGHT_KINDS, ...BUILD_KINDS, ...TRADE_KINDS, ...DEVELOPMENT_KINDS, ...PROGRESS_KINDS, "improve", "roll", "end",
]);

export function hasOwnButton(kind: string): boolean {
    return !IN_MENUS.has(kind);
}

/** What can be bought: the key in `prices`, the kind of action, the piece that is drawn. */
export const PURCHASES: { price: string; kind: string; piece: string; supply?: string }[] = [
    { price: "road", kind: "road", piece: "road", supply: "roads" },
    { price: "ship", kind: "ship", piece: "ship", supply: "ships" },
    { price: "settlement", kind: "settlement", piece: "settlement", supply: "settlements" },
    { price: "city", kind: "city", piece: "city", supply: "cities" },
    { price: "buy", kind: "buy", piece: "development" },
    { price: "wall", kind: "wall", piece: "wall", supply: "walls" },
    { price: "recruit", kind: "recruit", piece: "basic" },
    { price: "activate", kind: "activate", piece: "basic" },
    { price: "promote", kind: "promote", piece: "strong" },
];
