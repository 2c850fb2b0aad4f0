/** From this zoom on single pixels are told apart: no smoothing. */
export const SHARP_FROM = 4

/** From this zoom on a grid shows the pixels. */
export const GRID_FROM = 8
