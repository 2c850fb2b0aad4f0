/** Points to a row of the texture that holds them. */
export const POINTS_WIDTH = 1024

/** The unit that the texture is bound to; 0 and 1 have the styles. */
export const POINTS_UNIT = 2

/** Points by their number, and the corners (0 or 1 in x and y) of the rectangle around each. */
export const POINT_READING = /* glsl */ `
uniform sampler2D uPoints;

vec4 pointAt(int index) { return texelFetch(uPoints, ivec2(index % ${POINTS_WIDTH}, index / ${POINTS_WIDTH}), 0); }
int rectangle() { return gl_VertexID / 6; }
vec2 corner() {
  int place = gl_VertexID % 6;
  return vec2(place == 1 || place == 2 || place == 4, place == 2 || place == 4 || place == 5);
}
`
