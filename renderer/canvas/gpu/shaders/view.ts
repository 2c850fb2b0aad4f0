import { DOT, SMALL, SPECK } from '../../still/detail.ts'
import { SLOTS } from '../../still/slots.ts'

/** Number of slots; 0 stands for hidden shapes. */
export const SLOT_COUNT = SLOTS.length + 1

/**
 * Position of points on the canvas, in device pixels from its center, and the looks of their shapes. Coordinates are
 * made relative to the center of the view before they are scaled: at 6,400 % an image exceeds single precision.
 */
export const VIEW_UNIFORMS = [
  'uHalf',
  'uScale',
  'uDensity',
  'uMiddle',
  'uChunk',
  'uStyles',
  'uSides',
  'uIsCrowd',
] as const

export const VIEW = /* glsl */ `
uniform vec2 uHalf;
uniform float uScale;
uniform float uDensity;
uniform vec2 uMiddle;
uniform int uChunk;
uniform sampler2D uStyles;
uniform sampler2D uSides;
uniform bool uIsCrowd;

const int SELECTED = ${SLOTS.indexOf('selected') + 1};

vec2 placed(vec2 point) { return (point - uMiddle) * uScale; }
vec4 clipped(vec2 place) { return vec4(place.x / uHalf.x, -place.y / uHalf.y, 0.0, 1.0); }
const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);

struct Style { vec3 color; int slot; float side; bool isSelected; bool isDot; bool isSpeck; bool isSmall; };

/** The side is in view pixels, like all visibility limits. */
Style styleAt(ivec2 cell) {
  vec4 texel = texelFetch(uStyles, cell, 0);
  int slot = int(texel.a * 255.0 + 0.5);
  float side = texelFetch(uSides, cell, 0).r * uScale / uDensity;
  bool isDot = side > 0.0 && side < ${DOT.toFixed(1)};
  bool isSpeck = side > 0.0 && !isDot && uIsCrowd && side < ${SPECK.toFixed(1)};
  bool isSmall = side > 0.0 && !isDot && !isSpeck && uIsCrowd && side < ${SMALL.toFixed(1)};
  return Style(texel.rgb, slot, side, slot >= SELECTED, isDot, isSpeck, isSmall);
}

Style styleOf(float row) { return styleAt(ivec2(int(row), uChunk)); }
`
