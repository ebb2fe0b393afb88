// Outlines of the pieces. Those that stand on corners and hexes are drawn around 0,0; those that
// lie along an edge are drawn along the x axis.

export const SETTLEMENT = "M-9,8.5V-1.5L0,-10.5L9,-1.5V8.5Z";
export const SETTLEMENT_ROOF = "M-10.8,-.4L0,-11.2L10.8,-.4L8.6,1.6L0,-6.8L-8.6,1.6Z";
export const CITY = "M-14,9.5V-6.5L-6.8,-14L.4,-6.5V-2.5H14V9.5Z";
export const CITY_ROOF =
    "M-15.8,-5.4L-6.8,-14.8L2.2,-5.4L.4,-3.4L-6.8,-10.6L-14,-3.4ZM.4,-4H14.8V-.6H.4Z";
export const WALL = "M-19,15V4.5h5v3h4.6v-3h5v3h8.8v-3h5v3h4.6v-3h5V15Z";
export const WALL_JOINTS =
    "M-19,11.2h38M-12,11.2v3.8M-4,11.2v3.8M4,11.2v3.8M12,11.2v3.8M-8,7.8v3.4M0,7.8v3.4M8,7.8v3.4";
export const GATE =
    "M-17,9.5V-15.5h4.2v2.6h4v-2.6H-5.4V-20.5L0,-25L5.4,-20.5V-15.5h3.4v2.6h4v-2.6H17V9.5Z";
export const SHIELD = "M-9.6,-10.4H9.6V.6C9.6,7 4.6,10.6 0,12.8C-4.6,10.6 -9.6,7 -9.6,.6Z";
export const SWORD =
    "M6.2,-9.2L13.8,-18.6l2.2,-.4l-.2,2.2L8.2,-7.4ZM4.4,-11.2l1.3,-1.1l6.2,5.1l-1.2,1.4Z";
export const PLUME = "M-6,-10.4C-6,-16 -2,-18.4 3.4,-17C.6,-15.6 3.6,-13 5.6,-10.4Z";
export const CHEVRON = "l5.6,3l5.6,-3v2.7l-5.6,3l-5.6,-3z";
export const HULL = "M-13,3.6H13C11.8,8 8.8,10.4 5.4,10.4H-5.4C-8.8,10.4 -11.8,8 -13,3.6Z";
export const SAIL = "M-1,-13.5C6.6,-11.6 10,-6 9.4,1.6H-1Z";
export const JIB = "M-2.8,-10V1.6H-9.6C-9,-3.4 -6.6,-7.6 -2.8,-10Z";
export const MAST = "M-2.4,-15h1.6V4h-1.6Z";
export const PENNANT = "M-.8,-18.5L8.4,-16.2L-.8,-13.6Z";
export const GUNS = "M-8,5.6h3v2.4h-3zM-1.5,5.6h3v2.4h-3zM5,5.6h3v2.4h-3z";
export const ROBBER_BODY = "M-9,12.5C-9,4 -6.6,-1.6 -3,-4.2H3C6.6,-1.6 9,4 9,12.5Z";
export const ROBBER_HOOD =
    "M0,-17.5C5.6,-17.5 7.2,-12.8 6.8,-9C6.6,-5.6 4,-3.2 0,-3.2S-6.6,-5.6 -6.8,-9C-7.2,-12.8 -5.6,-17.5 0,-17.5Z";
export const ROBBER_FACE =
    "M-4.6,-11.4C-2,-12.8 2,-12.8 4.6,-11.4C4.8,-8.4 3.6,-6.4 0,-6.4S-4.8,-8.4 -4.6,-11.4Z";
export const MERCHANT =
    "M-9,11.5C-6.4,2 -4,-6 -2.4,-14C-1.8,-16.6 1.8,-16.6 2.4,-14C4,-6 6.4,2 9,11.5C4,14 -4,14 -9,11.5Z";
export const TOWER = "M-12,12V-8.5h-1.6V-15.5h4.4v2.8h4v-2.8h10.4v2.8h4v-2.8h4.4V-8.5H12V12Z";
export const TOWER_DOOR = "M-4,12V4.4C-4,-.8 4,-.8 4,4.4V12Z";
export const FLAG = "M-.8,-30h1.6v14.6h-1.6ZM.8,-29.6L12,-26L.8,-22.2Z";
export const HUT = "M-10.5,5V-2.5L0,-11.5L10.5,-2.5V5Z";
