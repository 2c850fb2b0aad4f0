/** Points per row of the texture that holds them. */
export const POINTS_WIDTH = 1024

/** Texture unit of the points. Units 0 and 1 hold the styles. */
export const POINTS_UNIT = 2

/** GLSL that reads a point by its index, and the corners (0 or 1 in x and y) of the rectangle around it. */
export const POINT_READING = /* glsl */ `
uniform sampler2D uPoints;

vec4 pointAt(int index) { return texelFetch(uPoints, ivec2(index % ${POINTS_WIDTH}, index / ${POINTS_WIDTH}), 0); }
int rectangle() { return gl_VertexID / 6; }
vec2 corner() {
  int place = gl_VertexID % 6;
  return vec2(place == 1 || place == 2 || place == 4, place == 2 || place == 4 || place == 5);
}
`
