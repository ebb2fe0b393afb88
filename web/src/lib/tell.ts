// Says in words what a position holds: players, cards, places, events.
import { capital, w } from "../i18n";
import type { EventName, StepName, StepTold, StepWords, Telling } from "../i18n/shape";
import { layoutOf, neighbours, onEdge } from "../board/geometry";
import { lookOf } from "./looks";
import { KNIGHTS, type Described } from "../board/scene";
import type { Place } from "../board/types";
import { kindsOf } from "./cards";
import type { EditionNames } from "./edition.svelte";
import { isolated } from "./names";
import { PlaceFacts } from "./places";
import type {
    Cards,
    GameEvent,
    GameMap,
    PieceKind,
    Rules,
    Seat,
    Step,
    Terrain,
    View,
} from "./types";

export interface Scene {
    map: GameMap | null;
    view: View | null;
    rules: Rules | null;
    seat: Seat | null;
    /** The name of whoever sits there; null: the colour will do. */
    nameOf(seat: Seat): string | null;
}

export class Teller implements Telling {
    constructor(
        private readonly scene: Scene,
        readonly names: EditionNames,
    ) {}

    you = (seat: Seat | null | undefined): boolean => !!seat && seat === this.scene.seat;

    name(seat: Seat | null | undefined): string {
        if (!seat) return w().nobody;
        if (this.you(seat)) return w().you;
        return isolated(this.scene.nameOf(seat) || w().names.seats[lookOf(seat).colour]);
    }

    /** At the head of a line or panel. */
    title(name: string): string {
        return this.names.title(name);
    }

    list(seats: Seat[] | undefined): string {
        const all = (seats ?? []).map((seat) => this.name(seat));
        if (all.length < 2) return all[0] ?? w().nobody;
        return `${all.slice(0, -1).join(", ")} ${w().and} ${all.at(-1)}`;
    }

    cardsText(cards: Cards | null | undefined, n = 0): string {
        if (!cards) return w().table.cardsOf(n);
        const kinds = kindsOf(cards);
        if (!kinds.length) return "0";
        return kinds.map((card) => w().ofCard(cards[card] ?? 0, this.names.card(card))).join(", ");
    }

    cards(event: GameEvent): string {
        return this.cardsText(event.cards, event.n);
    }
    more(event: GameEvent): string {
        return this.cardsText(event.more, event.n);
    }
    card(card: GameEvent["card"]): string {
        return card ? this.names.card(card) : w().table.aCard;
    }
    piece(piece: PieceKind | null | undefined): string {
        return piece ? this.names.piece(piece) : "";
    }
    progress(event: GameEvent): string {
        if (event.progress) return w().quoted(this.names.progress(event.progress).name);
        return event.track ? w().table.aCardOf(this.names.track(event.track)) : w().table.aCard;
    }
    development(development: GameEvent["development"]): string {
        return development ? w().quoted(this.names.development(development).name) : w().table.aCard;
    }
    level(track: GameEvent["track"], level: number): string {
        return track ? this.names.level(track, level) : "";
    }
    track(track: GameEvent["track"]): string {
        return track ? this.names.track(track) : "";
    }
    face(face: GameEvent["face"]): string {
        return face ? w().names.faces[face] : "";
    }
    port(port: GameEvent["port"]): string {
        return port ? w().names.ports[port] : "";
    }
    wonder(wonder: GameEvent["wonder"]): string {
        return wonder ? w().names.wonders[wonder] : "";
    }
    terrain(terrain: GameEvent["terrain"]): string {
        return terrain ? this.names.terrain(terrain) : "";
    }
    get steps(): number {
        return Number(this.scene.rules?.barbarian_steps ?? 7);
    }

    /** The terrain of a hex as it is now: fog may have lifted. */
    private terrainAt(at: string): Terrain | null {
        const found = this.scene.view?.discovered?.find((hex) => hex.at === at);
        return (
            found?.terrain ?? this.scene.map?.hexes.find((hex) => hex.at === at)?.terrain ?? null
        );
    }

    private disc(at: string): number {
        const index = this.scene.map?.hexes.findIndex((hex) => hex.at === at) ?? -1;
        if (index < 0) return 0;
        return this.scene.view?.disc?.[index] ?? this.scene.map?.hexes[index]?.disc ?? 0;
    }

    /** "forest 8", "desert". */
    private ground(at: string): string {
        const terrain = this.terrainAt(at);
        const disc = this.disc(at);
        return terrain ? `${this.names.terrain(terrain)}${disc ? ` ${disc}` : ""}` : at;
    }

    /** Hexes without a disc look alike: where there are several, the land beside them tells which. */
    hex(at: string | null | undefined): string {
        if (!at) return w().table.frame;
        const name = this.ground(at);
        if (this.disc(at)) return name;
        const alike = this.scene.map?.hexes.filter((hex) => this.ground(hex.at) === name) ?? [];
        if (alike.length < 2) return name;
        const beside = neighbours(at)
            .filter((next) => this.disc(next))
            .map((next) => this.ground(next));
        return beside.length
            ? w().places.beside(name, beside.slice(0, 2).join(` ${w().and} `))
            : `${name} (${at})`;
    }

    /** What lies around a corner or an edge: "forest 8, hills 5". The sea is said when alone. */
    private around(place: Place): string {
        if (!this.scene.map) return place.at;
        const hexes = layoutOf(this.scene.map).hexesAt(place);
        const land = hexes.filter((at) => this.terrainAt(at) !== "sea");
        if (!land.length) return hexes[0] ? this.hex(hexes[0]) : place.at;
        const said = [...new Set(land.map((at) => this.ground(at)))];
        if (land.length < (place.kind === "corner" ? 3 : 2)) said.push(w().places.coast);
        return said.join(", ");
    }

    corner(at: string | null | undefined): string {
        return at ? this.around({ kind: "corner", at }) : "";
    }
    edge(at: string | null | undefined): string {
        return at ? this.around({ kind: "edge", at }) : "";
    }

    /** A place for the list of places and for screen readers. */
    place(place: Place): string {
        if (place.kind === "frame") return w().table.frame;
        if (place.kind === "hex") return capital(this.hex(place.at));
        const standing = this.standing(place);
        const around = this.around(place);
        return capital(standing ? `${standing}: ${around}` : around) + ` (${place.at})`;
    }

    /** What stands on a corner or an edge. */
    private standing(place: Place): string {
        const piece = this.scene.view?.pieces.find((one) => {
            return one.at === place.at && onEdge(one.piece) === (place.kind === "edge");
        });
        return piece ? this.owned(this.names.piece(piece.piece), piece.seat) : "";
    }

    /** All that a look at a place would tell, for whoever listens: dots, harbours, villages, pieces around … */
    spoken(place: Place): string {
        if (place.kind === "frame" || !this.scene.map) return this.place(place);
        const words = w().heard;
        const { pips, here, ports, near, bonus } = this.facts.of(place);
        const own = here ? this.things(here, place.kind) : [];
        const [first, ...rest] = own;
        const ground = place.kind === "hex" ? this.hex(place.at) : this.around(place);
        const beside = near.flatMap((one) => this.things(one, one.place.kind, true));
        const told = [
            first && place.kind !== "hex" ? `${first}: ${ground}` : ground,
            pips && w().places.pips(pips),
            ...(place.kind === "hex" ? own : rest),
            ...ports.map((port) => words.port(w().names.ports[port])),
            bonus && words.bonus(bonus),
            beside.length && (place.kind === "edge" ? words.ends : words.beside)(beside.join(", ")),
        ];
        return `${capital(told.filter(Boolean).join("; "))} (${place.at})`;
    }

    /** Dots on the discs of a place. */
    pips(place: Place): number {
        return this.scene.map ? this.facts.of(place).pips : 0;
    }

    private known: { map: object; view: object | null; facts: PlaceFacts } | null = null;
    private get facts(): PlaceFacts {
        const { map, view } = this.scene;
        if (this.known?.map !== map || this.known?.view !== view)
            this.known = { map: map!, view, facts: new PlaceFacts(map!, view) };
        return this.known!.facts;
    }

    /** What stands on a place. Of a hex beside it, that the robber is there: and where. */
    private things(one: Described, kind: Place["kind"], beside = false): string[] {
        const words = w().heard;
        const where = (what: string): string =>
            beside ? `${what} (${this.ground(one.place.at)})` : what;
        if (kind === "hex")
            return [
                one.robber && where(w().places.robber),
                one.pirate && where(w().places.pirate),
                one.fleet && where(words.fleet),
                one.merchant && where(this.owned(w().places.merchant, one.merchant)),
            ].filter((text): text is string => !!text);
        return [
            one.piece && one.seat && this.pieceText(one),
            one.village && words.village(one.village.disc, one.village.cloth),
            one.fortress && this.fortress(one.fortress),
            one.mark && !beside && words.mark[one.mark],
            one.gift && words.gift[one.gift],
        ].filter((text): text is string => !!text);
    }

    private owned(what: string, seat: Seat): string {
        return this.you(seat) ? w().heard.yours(what) : w().places.of(what, this.name(seat));
    }

    private fortress({ seat, lairs }: { seat: Seat; lairs: number }): string {
        const words = w().heard;
        const whose = this.you(seat) ? words.yourFortress : words.fortress(this.name(seat));
        return `${whose}, ${words.lairs(lairs)}`;
    }

    private pieceText({ piece, seat, wall, track, active }: Described): string {
        const words = w().heard;
        const kind = piece === "warship" ? "ship" : (piece as PieceKind);
        const name = piece === "warship" ? words.warship : this.names.piece(kind);
        return [
            this.owned(track ? `${name} ${words.of(this.track(track))}` : name, seat!),
            wall && words.wall,
            KNIGHTS[kind] && (active ? words.active : words.resting),
        ]
            .filter(Boolean)
            .join(", ");
    }

    event(event: GameEvent): string | null {
        const sentence = w().sentences[event.event as EventName];
        return sentence ? sentence(event, this) : event.event;
    }

    stepWords(step: Step): StepWords {
        return w().steps[step.step as StepName] ?? { ask: step.step, why: "", they: step.step };
    }

    /** What is asked, and why, of the seat that looks at it. */
    prompt(step: Step, attack: StepTold["attack"], city = false): { ask: string; why: string } {
        const words = this.stepWords(step);
        const told = this.told(step, attack, city);
        const say = (text: StepWords["ask"]): string =>
            typeof text === "string" ? text : text(told);
        return { ask: say(words.ask), why: say(words.why) };
    }

    private told(step: Step, attack: StepTold["attack"], city: boolean): StepTold {
        const me = this.scene.view?.players.find((player) => player.seat === this.scene.seat);
        const other = step.of ?? step.to ?? this.scene.view?.active ?? null;
        return {
            n: step.n ?? 0,
            cards: me?.cards ?? 0,
            owed: me?.owed ?? 0,
            who: this.name(other),
            at: step.at ?? "",
            track: this.track(step.track),
            rank: step.piece ? w().names.ranks[step.piece] : "",
            port: step.port ? w().names.ports[step.port] : "",
            card: step.card ? this.names.card(step.card) : "",
            active: step.active ?? false,
            optional: step.optional ?? false,
            ship: step.ship ?? false,
            setup: step.setup ?? false,
            city,
            sea: me?.ships !== undefined,
            again: !!me?.start_total,
            attack,
            total: step.total ?? 0,
            limit: Number(this.scene.rules?.progress_hand_limit ?? 4),
        };
    }
}
