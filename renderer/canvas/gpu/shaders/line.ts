import { INK } from '../../looks.ts'
import { POINTS } from '../../still/detail.ts'
import { rgbaOf } from '../color.ts'
import type { ProgramSource } from '../program.ts'
import { glslVec4 } from './glsl.ts'
import { POINT_READING } from './points.ts'
import { SLOT_COUNT, VIEW, VIEW_UNIFORMS } from './view.ts'

/** Passes over all shapes, from bottom to top. */
export const LINE_PASSES = ['hairline', 'casing', 'stroke'] as const
export type LinePass = (typeof LINE_PASSES)[number]

export const LINE_UNIFORMS = [...VIEW_UNIFORMS, 'uPoints', 'uStride', 'uPass', 'uIsLimb', 'uLooks', 'uDashes'] as const

const PASS = Object.fromEntries(LINE_PASSES.map((pass, place) => [pass, place]))

/**
 * Draws segments as rectangles with a width in screen pixels and round ends, which form round joints. A pixel near a
 * joint belongs to the nearer segment, so that none is covered twice: a translucent casing would show its joints.
 */
export const LINE: ProgramSource<(typeof LINE_UNIFORMS)[number]> = {
  uniforms: LINE_UNIFORMS,
  vertex: /* glsl */ `
${VIEW}
${POINT_READING}
/** Points between the starts of two segments. */
uniform int uStride;
uniform int uPass;
uniform bool uIsLimb;
/** Widths of stroke and casing, opacity, and whether there is a hairline. */
uniform vec4 uLooks[${SLOT_COUNT}];
uniform vec2 uDashes[${SLOT_COUNT}];

out vec2 vPlace;
flat out vec2 vBefore;
flat out vec2 vTo;
flat out vec2 vAfter;
flat out vec4 vColor;
/** Half the width, the length before this segment, and the dash: on, off. */
flat out vec4 vLine;

float limbWidth(Style style) {
  if (style.isSmall || uPass == ${PASS['hairline']}) return 0.0;
  bool isFar = style.side > 0.0 && style.side < ${POINTS.toFixed(1)};
  if (uPass == ${PASS['casing']}) return isFar || uIsCrowd ? 0.0 : 3.5;
  return isFar ? 1.25 : uIsCrowd ? 1.5 : 1.75;
}

float outlineWidth(Style style) {
  vec4 look = uLooks[style.slot];
  if (style.isSmall) return uPass == ${PASS['stroke']} ? 1.0 : 0.0;
  if (uPass == ${PASS['hairline']}) return look.w > 0.0 ? look.y + 2.0 : 0.0;
  return uPass == ${PASS['casing']} ? look.y : look.x;
}

vec4 lineColor(Style style) {
  if (uPass == ${PASS['hairline']}) return ${glslVec4(rgbaOf(INK.hairline))};
  if (uPass == ${PASS['casing']})
    return !uIsLimb && uLooks[style.slot].w > 0.0 ? ${glslVec4(rgbaOf(INK.edge))} : ${glslVec4(rgbaOf(INK.casing))};
  return style.isSmall && style.isSelected ? vec4(1.0) : vec4(style.color, 1.0);
}

vec2 dashOf(Style style) {
  if (uPass != ${PASS['stroke']} || uIsLimb || uDashes[style.slot].x == 0.0) return vec2(0.0);
  return (style.isSmall ? vec2(2.0) : uDashes[style.slot]) * uDensity;
}

void main() {
  gl_Position = NOWHERE;
  int first = rectangle() * uStride;
  vec4 before = pointAt(first);
  if (before.z < 0.0) return;
  Style style = styleOf(before.w);
  if (style.slot == 0 || style.isDot || style.isSpeck) return;
  float width = (uIsLimb ? limbWidth(style) : outlineWidth(style)) * uDensity;
  if (width == 0.0) return;
  vec2 from = placed(pointAt(first + 1).xy);
  vec2 to = placed(pointAt(first + 2).xy) - from;
  float span = length(to);
  vec2 along = span > 0.0 ? to / span : vec2(1.0, 0.0);
  float reach = width / 2.0 + 1.0;
  vec2 at = corner();
  vPlace = along * mix(-reach, span + reach, at.x) + vec2(-along.y, along.x) * mix(-reach, reach, at.y);
  vBefore = placed(before.xy) - from;
  vTo = to;
  vAfter = placed(pointAt(first + 3).xy) - from;
  vec4 color = lineColor(style);
  color.a *= uLooks[style.slot].z;
  vColor = vec4(color.rgb * color.a, color.a);
  vLine = vec4(width / 2.0, before.z * uScale, dashOf(style));
  gl_Position = clipped(from + vPlace);
}
`,
  fragment: /* glsl */ `
in vec2 vPlace;
flat in vec2 vBefore;
flat in vec2 vTo;
flat in vec2 vAfter;
flat in vec4 vColor;
flat in vec4 vLine;
out vec4 oColor;

/** Smaller differences are a tie, which the bisector of the two segments decides. */
const float TIE = 0.01;

float shareAlong(vec2 from, vec2 to) {
  vec2 line = to - from;
  float squared = dot(line, line);
  return squared > 0.0 ? clamp(dot(vPlace - from, line) / squared, 0.0, 1.0) : 0.0;
}

float away(vec2 from, vec2 to) { return distance(vPlace, mix(from, to, shareAlong(from, to))); }

/** Returns whether the pixel lies beyond the joint, seen from the first of the two segments. */
bool isBeyond(vec2 joint, vec2 from, vec2 to) {
  return dot(vPlace - joint, normalize(joint - from) + normalize(to - joint)) > 0.0;
}

bool belongsToNeighbour(float own) {
  if (vBefore != vec2(0.0)) {
    float other = away(vBefore, vec2(0.0));
    if (other < own - TIE || (other < own + TIE && !isBeyond(vec2(0.0), vBefore, vTo))) return true;
  }
  if (vAfter == vTo) return false;
  float other = away(vTo, vAfter);
  return other < own - TIE || (other < own + TIE && isBeyond(vTo, vec2(0.0), vAfter));
}

float dashCover() {
  if (vLine.z == 0.0) return 1.0;
  float place = mod(vLine.y + shareAlong(vec2(0.0), vTo) * length(vTo), vLine.z + vLine.w);
  float edge = place < vLine.z ? min(place, vLine.z - place) : -min(place - vLine.z, vLine.z + vLine.w - place);
  return clamp(edge + 0.5, 0.0, 1.0);
}

void main() {
  float own = away(vec2(0.0), vTo);
  float cover = clamp(vLine.x + 0.5 - own, 0.0, 1.0);
  if (cover == 0.0 || belongsToNeighbour(own)) discard;
  oColor = vColor * cover * dashCover();
}
`,
}
