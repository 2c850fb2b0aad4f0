import { INK } from '../../looks.ts'
import { LUMA } from '../../still/channel.ts'
import { rgbaOf } from '../color.ts'
import type { ProgramSource } from '../program.ts'
import { glslVec4 } from './glsl.ts'

export const IMAGE_UNIFORMS = [
  'uHalf',
  'uBox',
  'uFlat',
  'uIsFlat',
  'uPixels',
  'uIsAdjusted',
  'uTables',
  'uChannel',
  'uEqualization',
  'uStrength',
  'uPlace',
] as const

const RECTANGLE = /* glsl */ `
uniform vec2 uHalf;
/** Left, top, right, bottom in device pixels from the center of the view. */
uniform vec4 uBox;
out vec2 vAt;

void main() {
  vAt = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 place = mix(uBox.xy, uBox.zw, vAt);
  gl_Position = vec4(place.x / uHalf.x, -place.y / uHalf.y, 0.0, 1.0);
}
`

/** Draws one part of the image, or the color shown in its place. Pixels are premultiplied. */
export const IMAGE: ProgramSource<(typeof IMAGE_UNIFORMS)[number]> = {
  uniforms: IMAGE_UNIFORMS,
  vertex: RECTANGLE,
  fragment: /* glsl */ `
in vec2 vAt;
uniform vec4 uFlat;
uniform bool uIsFlat;
uniform sampler2D uPixels;
/** Window table and adjustment table, 256 values each. */
uniform sampler2D uTables;
uniform bool uIsAdjusted;
/** The only channel to show, or −1 for all. */
uniform int uChannel;
/** Equalized value for each of 256 brightnesses in each tile of the image, and the strength of the effect. */
uniform mediump sampler3D uEqualization;
uniform float uStrength;
/** Left, top, right, bottom of the part as fractions of the image. */
uniform vec4 uPlace;
out vec4 oColor;

float entry(float value) { return (value * 255.0 + 0.5) / 256.0; }

float found(float value, int table) { return texture(uTables, vec2(entry(value), (float(table) + 0.5) / 2.0)).r; }

vec3 lookedUp(vec3 color, int table) { return vec3(found(color.r, table), found(color.g, table), found(color.b, table)); }

vec3 equalized(vec3 color) {
  float luma = dot(color, vec3(${LUMA.join()}) / 256.0);
  float becomes = texture(uEqualization, vec3(entry(luma), mix(uPlace.xy, uPlace.zw, vAt))).r;
  // Colors keep their hue even where the brightest channel would exceed white. Black stays black.
  float most = 1.0 / max(max(color.r, color.g), max(color.b, 0.001));
  return color * min(mix(1.0, becomes / max(luma, 0.001), uStrength), most);
}

void main() {
  oColor = uIsFlat ? vec4(uFlat.rgb * uFlat.a, uFlat.a) : texture(uPixels, vAt);
  if (uIsFlat || !uIsAdjusted || oColor.a == 0.0) return;
  vec3 color = oColor.rgb / oColor.a;
  if (uChannel >= 0) color = vec3(color[uChannel]);
  color = lookedUp(color, 0);
  if (uStrength > 0.0) color = equalized(color);
  oColor.rgb = lookedUp(color, 1) * oColor.a;
}
`,
}

export const GRID_UNIFORMS = ['uHalf', 'uBox', 'uFirst', 'uStep'] as const

/** Draws grid lines between the pixels of the image, each one view pixel wide and aligned to whole ones. */
export const GRID: ProgramSource<(typeof GRID_UNIFORMS)[number]> = {
  uniforms: GRID_UNIFORMS,
  vertex: RECTANGLE,
  fragment: /* glsl */ `
/** Position of the first line in the box, in view pixels. */
uniform vec2 uFirst;
/** View pixels between lines, device pixels per view pixel, and half the height of the canvas in device pixels. */
uniform vec3 uStep;
out vec4 oColor;

bool isLine(float place, float first) {
  float cell = floor(place);
  float line = floor((cell - first) / uStep.x + 0.5);
  return floor(first + line * uStep.x + 0.5) == cell;
}

void main() {
  vec2 place = vec2(gl_FragCoord.x, 2.0 * uStep.z - gl_FragCoord.y) / uStep.y;
  if (!isLine(place.x, uFirst.x) && !isLine(place.y, uFirst.y)) discard;
  vec4 grid = ${glslVec4(rgbaOf(INK.grid))};
  oColor = vec4(grid.rgb * grid.a, grid.a);
}
`,
}
