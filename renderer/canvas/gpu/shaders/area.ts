import { INK } from '../../looks.ts'
import { GROUND_SHARE, SPECK_SHARE } from '../../still/detail.ts'
import { rgbaOf } from '../color.ts'
import { glslVec4 } from './glsl.ts'
import { SLOT_COUNT } from './view.ts'

export const AREA_UNIFORMS = ['uFills', 'uOpacities'] as const

/** GLSL for the premultiplied color of the inside of a shape. Must follow `VIEW`. */
export const AREA = /* glsl */ `
uniform float uFills[${SLOT_COUNT}];
/** Opacity of each slot as a whole. */
uniform float uOpacities[${SLOT_COUNT}];

vec4 areaColor(Style style) {
  vec4 color = vec4(style.color, uFills[style.slot]);
  if (style.isSpeck) color = vec4(style.isSelected ? vec3(1.0) : style.color, ${SPECK_SHARE.toFixed(3)});
  if (style.isSmall && style.isSelected) color.a = 1.0;
  if (style.isSmall && !style.isSelected) color = vec4(${glslVec4(rgbaOf(INK.ground))}.rgb, ${GROUND_SHARE.toFixed(3)});
  color.a *= uOpacities[style.slot];
  return vec4(color.rgb * color.a, color.a);
}
`
