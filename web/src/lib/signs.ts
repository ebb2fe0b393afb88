// The words of a sign on the board. Of what is our own no name is given.
import { w } from "../i18n";
import type { BoardSign } from "../board/signs";
import type { Seat } from "./types";

export function signWords({ about }: BoardSign, nameOf: (seat: Seat) => string | null): string {
    const words = w().signs;
    switch (about.kind) {
        case "port":
            return words.port(about.port, w().names.ports[about.port]);
        case "mark":
            return words.mark[about.mark];
        case "village":
            return words.village(about.disc, about.cloth);
        case "gift":
            return words.gift[about.gift];
        case "fortress":
            return words.fortress(nameOf(about.seat), about.lairs);
        case "beachhead":
            return words.beachhead(nameOf(about.seat));
        case "bonus":
            return words.bonus(about.points);
    }
}
