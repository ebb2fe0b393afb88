// Who has won, in one line.
import { w } from "../../i18n";
import type { Seat, View } from "../../lib/types";

export function headlineOf(
    view: View | null,
    own: Seat | null,
    nameOf: (seat: Seat) => string,
): string {
    const shared = view?.shared ?? [];
    if (shared.length > 1) return w().end.shared(shared.map(nameOf).join(` ${w().and} `));
    if (!view?.winner) return w().end.undecided;
    return view.winner === own ? w().end.youWon : w().end.won(nameOf(view.winner));
}
