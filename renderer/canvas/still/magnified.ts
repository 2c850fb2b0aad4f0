/** Zoom from which pixels are drawn sharp, without smoothing. */
export const SHARP_FROM = 4

/** Zoom from which the pixel grid is drawn. */
export const GRID_FROM = 8
