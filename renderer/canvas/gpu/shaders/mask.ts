import { TILE } from '#common/geometry/masks/tile-runs'
import { CHUNK } from '../chunks.ts'
import type { ProgramSource } from '../program.ts'
import { AREA, AREA_UNIFORMS } from './area.ts'
import { POINT_READING } from './points.ts'
import { VIEW, VIEW_UNIFORMS } from './view.ts'

/** Tiles in a row of an atlas layer. */
export const TILES_ACROSS = 128

/** Marks a tile that lies completely in the mask. */
export const FULL_TILE = -1

export const MASK_UNIFORMS = [...VIEW_UNIFORMS, ...AREA_UNIFORMS, 'uPoints', 'uTiles', 'uOrigin'] as const

/** Draws mask tiles in the class color. Pixels are single bits, 32 to a word. */
export const MASK: ProgramSource<(typeof MASK_UNIFORMS)[number]> = {
  uniforms: MASK_UNIFORMS,
  vertex: /* glsl */ `
${VIEW}
${AREA}
${POINT_READING}
/** Column and row of the tile that positions are relative to. */
uniform vec2 uOrigin;

out vec2 vPixel;
flat out vec4 vColor;
flat out int vTile;

void main() {
  gl_Position = NOWHERE;
  // Column, row, index in the atlas, index of the shape.
  vec4 tile = pointAt(rectangle());
  int shape = int(tile.w);
  Style style = styleAt(ivec2(shape % ${CHUNK}, shape / ${CHUNK}));
  if (style.slot == 0 || style.isDot) return;
  vColor = areaColor(style);
  vTile = int(tile.z);
  vPixel = corner() * ${TILE.toFixed(1)};
  gl_Position = clipped(placed((tile.xy - uOrigin) * ${TILE.toFixed(1)} + vPixel));
}
`,
  fragment: /* glsl */ `
precision highp usampler2DArray;
uniform usampler2DArray uTiles;
uniform float uScale;
in vec2 vPixel;
flat in vec4 vColor;
flat in int vTile;
out vec4 oColor;

float isSet(vec2 place) {
  ivec2 pixel = clamp(ivec2(floor(place)), 0, ${TILE - 1});
  ivec3 word = ivec3((vTile % ${TILES_ACROSS}) * ${TILE / 32} + (pixel.x >> 5), pixel.y, vTile / ${TILES_ACROSS});
  return float((texelFetch(uTiles, word, 0).r >> uint(pixel.x & 31)) & 1u);
}

/**
 * Returns the fraction of a screen pixel that the mask covers. A screen pixel larger than an image pixel is sampled at
 * several points.
 */
float cover() {
  if (vTile == ${FULL_TILE}) return 1.0;
  float reach = 1.0 / uScale;
  int places = reach > 1.0 ? 2 : 1;
  if (places == 1) return isSet(vPixel);
  float sum = 0.0;
  for (int y = 0; y < places; y++)
    for (int x = 0; x < places; x++)
      sum += isSet(vPixel + ((vec2(x, y) + 0.5) / float(places) - 0.5) * reach);
  return sum / float(places * places);
}

void main() {
  oColor = vColor * cover();
  if (oColor.a == 0.0) discard;
}
`,
}
