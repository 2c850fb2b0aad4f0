import { INK } from '../../looks.ts'
import { SPECK_SHARE } from '../../still/detail.ts'
import { rgbaOf } from '../color.ts'
import type { ProgramSource } from '../program.ts'
import { glslVec4 } from './glsl.ts'
import { SLOT_COUNT, VIEW, VIEW_UNIFORMS } from './view.ts'

export const FILL_UNIFORMS = [...VIEW_UNIFORMS, 'uFills'] as const

/** Triangles in the class colour. */
export const FILL: ProgramSource<(typeof FILL_UNIFORMS)[number]> = {
  uniforms: FILL_UNIFORMS,
  vertex: /* glsl */ `
layout(location = 0) in vec3 aCorner;
${VIEW}
uniform float uFills[${SLOT_COUNT}];
flat out vec4 vColor;

void main() {
  gl_Position = NOWHERE;
  Style style = styleOf(aCorner.z);
  if (style.slot == 0 || style.isDot) return;
  vec4 color = vec4(style.color, uFills[style.slot]);
  if (style.isSpeck) color = vec4(style.isSelected ? vec3(1.0) : style.color, ${SPECK_SHARE.toFixed(3)});
  if (style.isSmall) color = style.isSelected ? vec4(style.color, 1.0) : ${glslVec4(rgbaOf(INK.small))};
  vColor = vec4(color.rgb * color.a, color.a);
  gl_Position = clipped(placed(aCorner.xy));
}
`,
  fragment: /* glsl */ `
flat in vec4 vColor;
out vec4 oColor;
void main() { oColor = vColor; }
`,
}
