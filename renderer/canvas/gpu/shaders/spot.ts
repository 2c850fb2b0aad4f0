import { INK } from '../../looks.ts'
import { DOT_CORE, DOT_SIDE, FAINT, FAINT_SHARE, POINTS, SPECK_SHARE } from '../../still/detail.ts'
import { rgbaOf } from '../color.ts'
import type { ProgramSource } from '../program.ts'
import { glslVec4 } from './glsl.ts'
import { POINT_READING } from './points.ts'
import { SLOT_COUNT, VIEW, VIEW_UNIFORMS } from './view.ts'

/** Meaning of a spot: a shape too small to be seen, or a hidden or visible keypoint. */
export const SPOT = { shape: 0, hidden: 1, seen: 2 } as const

export const SPOT_UNIFORMS = [...VIEW_UNIFORMS, 'uPoints', 'uIsCasing', 'uOpacities'] as const

/** Draws dots in place of tiny shapes, and keypoints: first all casings, then all colors. */
export const SPOTS: ProgramSource<(typeof SPOT_UNIFORMS)[number]> = {
  uniforms: SPOT_UNIFORMS,
  vertex: /* glsl */ `
${VIEW}
${POINT_READING}
uniform bool uIsCasing;
/** Opacity of each slot as a whole. */
uniform float uOpacities[${SLOT_COUNT}];

out vec2 vPlace;
flat out vec4 vColor;
flat out vec4 vCore;
/** Outer and inner radius, or half sides. A negative inner radius marks a square. */
flat out vec2 vRadii;

void dotOf(Style style) {
  if (uIsCasing || !style.isDot) return;
  bool isFaint = style.side < ${FAINT.toFixed(1)};
  vec4 ground = style.isSelected ? vec4(1.0) : isFaint ? vec4(style.color, 1.0) : ${glslVec4(rgbaOf(INK.casing))};
  bool isBare = uIsCrowd && !isFaint && !style.isSelected;
  if (isBare) ground = vec4(style.color, 1.0);
  vColor = vec4(ground.rgb * ground.a, ground.a);
  vColor *= isFaint ? ${FAINT_SHARE.toFixed(3)} : isBare ? ${SPECK_SHARE.toFixed(3)} : 1.0;
  vColor *= uOpacities[style.slot];
  vCore = isFaint || isBare ? vColor : vec4(style.color, 1.0) * uOpacities[style.slot];
  float core = ${(DOT_CORE / 2).toFixed(1)} * uDensity;
  vRadii = vec2(isFaint || isBare ? core : ${(DOT_SIDE / 2).toFixed(1)} * uDensity, -core);
}

void pointOf(Style style, bool isHidden) {
  bool isFar = style.side > 0.0 && style.side < ${POINTS.toFixed(1)};
  if (style.isDot || style.isSpeck || style.isSmall || isFar || (uIsCasing && uIsCrowd)) return;
  float radius = (uIsCrowd ? 2.25 : 3.0) * uDensity;
  vec4 casing = ${glslVec4(rgbaOf(INK.casing))};
  vec4 color = uIsCasing ? vec4(casing.rgb * casing.a, casing.a) : vec4(style.color, 1.0);
  vColor = color * uOpacities[style.slot];
  vCore = vColor;
  vRadii = vec2(uIsCasing ? radius + 1.25 * uDensity : radius, 0.0);
  if (!uIsCasing && isHidden) vRadii.y = radius - 1.5 * uDensity;
}

void main() {
  gl_Position = NOWHERE;
  // Position, meaning, row of its shape.
  vec4 spot = pointAt(rectangle());
  Style style = styleOf(spot.w);
  if (style.slot == 0) return;
  vRadii = vec2(0.0);
  if (spot.z == ${SPOT.shape.toFixed(1)}) dotOf(style);
  else pointOf(style, spot.z == ${SPOT.hidden.toFixed(1)});
  if (vRadii.x == 0.0) return;
  vPlace = (corner() * 2.0 - 1.0) * (vRadii.x + 1.0);
  gl_Position = clipped(placed(spot.xy) + vPlace);
}
`,
  fragment: /* glsl */ `
in vec2 vPlace;
flat in vec4 vColor;
flat in vec4 vCore;
flat in vec2 vRadii;
out vec4 oColor;

float covered(float distance) { return clamp(0.5 - distance, 0.0, 1.0); }
float squareCover(float half_) { return covered(abs(vPlace.x) - half_) * covered(abs(vPlace.y) - half_); }

void main() {
  if (vRadii.y < 0.0) {
    float core = squareCover(-vRadii.y);
    oColor = vColor * squareCover(vRadii.x) * (1.0 - vCore.a * core) + vCore * core;
    if (vCore == vColor) oColor = vColor * core;
  } else {
    float from = length(vPlace);
    oColor = vColor * covered(from - vRadii.x) * (vRadii.y > 0.0 ? 1.0 - covered(from - vRadii.y) : 1.0);
  }
  if (oColor.a == 0.0) discard;
}
`,
}
