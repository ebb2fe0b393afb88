// People whose words this browser never shows, at no table of this server. Nobody else hears of it.
import { recall, remember } from "./remember";
import type { Alias } from "./types";

const KEPT = "blocked";

export interface BlockedPerson {
    person: Alias;
    /** As they were called then. */
    name: string;
}

class BlockedPeople {
    list: BlockedPerson[] = $state.raw(recall<BlockedPerson[]>(KEPT, []));

    has(person: Alias | null | undefined): boolean {
        return !!person && this.list.some((one) => one.person === person);
    }

    add(person: Alias, name: string): void {
        this.keep([...this.others(person), { person, name }]);
    }

    lift(person: Alias): void {
        this.keep(this.others(person));
    }

    /** As it is kept: another window may have changed it. */
    private others(person: Alias): BlockedPerson[] {
        return recall<BlockedPerson[]>(KEPT, []).filter((one) => one.person !== person);
    }

    private keep(list: BlockedPerson[]): void {
        this.list = list;
        remember(KEPT, list);
    }
}

export const blocked = new BlockedPeople();
