// Games in memory alone, where the browser's storage does not answer: they are played, and gone with the page.
import { LocalTrouble } from "./engine";
import type { KeptGame } from "./kinds";
import type { Keeper } from "./shelf";

export class Pocket implements Keeper {
    private readonly held = new Map<string, { game: KeptGame; lines: string[] }>();

    get empty(): boolean {
        return !this.held.size;
    }
    private find(code: string): { game: KeptGame; lines: string[] } {
        const found = this.held.get(code);
        if (!found) throw new LocalTrouble("gone", "");
        return found;
    }
    async games(): Promise<KeptGame[]> {
        return [...this.held.values()].map(({ game }) => game);
    }
    async game(code: string): Promise<KeptGame> {
        return this.find(code).game;
    }
    async lines(code: string): Promise<string[]> {
        return this.find(code).lines;
    }
    log(code: string): Promise<string[]> {
        return this.lines(code);
    }
    async keep(game: KeptGame, from: number, lines: string[]): Promise<void> {
        const before = this.held.get(game.code)?.lines ?? [];
        this.held.set(game.code, {
            game,
            lines: [...before.slice(0, from || before.length), ...lines],
        });
    }
    async cut(game: KeptGame, lines: number): Promise<void> {
        this.held.set(game.code, { game, lines: this.find(game.code).lines.slice(0, lines) });
    }
    async remove(code: string): Promise<void> {
        this.held.delete(code);
    }
}
