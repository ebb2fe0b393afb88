// What part of the board is seen: a middle point and a zoom, where 1 shows everything.

export interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
}
export interface Camera {
    x: number;
    y: number;
    zoom: number;
}
export interface Screen {
    width: number;
    height: number;
}

/** Pixels of the screen that the board leaves free, because something may lie over them. */
export interface Free {
    top: number;
    bottom: number;
}

export const MOST = 5;
/** So much of the frame may lie under what the board makes room for: it is open sea. */
const SPARE = 15;

/** Pixels to a unit when everything is shown. */
export function fit(box: Box, screen: Screen): number {
    return Math.max(0.01, Math.min(screen.width / box.width, screen.height / box.height));
}

/** The box with so much open sea above and below that the board itself keeps clear of what lies there. */
export function padded(box: Box, screen: Screen, free: Free): Box {
    if (!free.top && !free.bottom) return box;
    const [over, under] = [free.top && SPARE, free.bottom && SPARE];
    const inner = { ...box, height: box.height - over - under };
    const room = screen.height - free.top - free.bottom;
    const scale = fit(inner, { ...screen, height: room });
    // Where the board is narrow there is sea to spare: first of all where more may lie.
    const spare = Math.min(free.bottom, Math.max(0, room - inner.height * scale));
    const [above, below] = [free.top / scale - over, (free.bottom + spare) / scale - under];
    return { ...box, y: box.y - above, height: box.height + above + below };
}

/** How many pixels of sea lie below the land when everything is shown; `frame`: as wide is that around it. */
export function seaBelow(box: Box, screen: Screen, free: Free, frame: number): number {
    const seen = padded(box, screen, free);
    const below = seen.y + seen.height / 2 - (box.y + box.height - frame);
    return below * fit(seen, screen) + screen.height / 2;
}

export function whole(box: Box): Camera {
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, zoom: 1 };
}

/** Keeps the zoom in its bounds and the board on the screen. */
export function clamp(camera: Camera, box: Box, screen: Screen): Camera {
    const zoom = Math.min(MOST, Math.max(1, camera.zoom));
    const scale = fit(box, screen) * zoom;
    const along = (at: number, start: number, length: number, seen: number) =>
        seen >= length
            ? start + length / 2
            : Math.min(start + length - seen / 2, Math.max(start + seen / 2, at));
    return {
        x: along(camera.x, box.x, box.width, screen.width / scale),
        y: along(camera.y, box.y, box.height, screen.height / scale),
        zoom,
    };
}

/** Zooms so that the point under the fingers stays where it is. */
export function zoomAt(camera: Camera, factor: number, point: { x: number; y: number }): Camera {
    const zoom = Math.min(MOST, Math.max(1, camera.zoom * factor));
    const k = camera.zoom / zoom;
    return { x: point.x + (camera.x - point.x) * k, y: point.y + (camera.y - point.y) * k, zoom };
}

/** The least way so that a point is well on the screen; `room`: what the screen shows, in units. */
export function toShow(
    camera: Camera,
    point: { x: number; y: number },
    room: { width: number; height: number },
): Camera {
    const across = room.width / 2 - 50;
    const down = room.height / 2 - 50;
    const x = Math.min(point.x + across, Math.max(point.x - across, camera.x));
    const y = Math.min(point.y + down, Math.max(point.y - down, camera.y));
    return x === camera.x && y === camera.y ? camera : { x, y, zoom: camera.zoom };
}

/** On small screens discs and pieces are drawn larger than they are, in steps of a twentieth. */
export function larger(factor: number, most: number): number {
    return Math.round(Math.min(most, Math.max(1, factor)) * 20) / 20;
}
