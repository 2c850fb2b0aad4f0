import type { ProgramSource } from '../program.ts'
import { AREA, AREA_UNIFORMS } from './area.ts'
import { VIEW, VIEW_UNIFORMS } from './view.ts'

export const FILL_UNIFORMS = [...VIEW_UNIFORMS, ...AREA_UNIFORMS] as const

/** Draws triangles in the class color. */
export const FILL: ProgramSource<(typeof FILL_UNIFORMS)[number]> = {
  uniforms: FILL_UNIFORMS,
  vertex: /* glsl */ `
layout(location = 0) in vec3 aCorner;
${VIEW}
${AREA}
flat out vec4 vColor;

void main() {
  gl_Position = NOWHERE;
  Style style = styleOf(aCorner.z);
  if (style.slot == 0 || style.isDot) return;
  vColor = areaColor(style);
  gl_Position = clipped(placed(aCorner.xy));
}
`,
  fragment: /* glsl */ `
flat in vec4 vColor;
out vec4 oColor;
void main() { oColor = vColor; }
`,
}
