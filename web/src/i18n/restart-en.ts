// A restart that whoever runs the server has announced.
export const restart = {
    at: (clock: string) => `The server restarts in ${clock}.`,
    now: "The server restarts now.",
    kept: "Your game is kept.",
    soon: "The server will restart soon. Your game is kept.",
};
