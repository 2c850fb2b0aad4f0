import type { Gl } from './program.ts'
import { POINTS_UNIT, POINTS_WIDTH } from './shaders/points.ts'

/** A vertex buffer on the GPU, and how it is drawn. */
export interface Mesh {
  readonly draw: () => void
  readonly dispose: () => void
}

/** Numbers per corner: x, y, row of its shape. */
const CORNER_NUMBERS = 3
const CORNER_BYTES = CORNER_NUMBERS * 4

export interface TriangleData {
  readonly corners: Float32Array<ArrayBuffer>
  readonly indices: Uint32Array<ArrayBuffer>
}

/** Returns a mesh of triangles; undefined when there are none. */
export function triangleMesh(gl: Gl, { corners, indices }: TriangleData): Mesh | undefined {
  if (indices.length === 0) return undefined
  const array = gl.createVertexArray()
  const [buffer, index] = [gl.createBuffer(), gl.createBuffer()]
  gl.bindVertexArray(array)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW)
  gl.enableVertexAttribArray(0)
  gl.vertexAttribPointer(0, CORNER_NUMBERS, gl.FLOAT, false, CORNER_BYTES, 0)
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, index)
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW)
  gl.bindVertexArray(null)
  return {
    draw() {
      gl.bindVertexArray(array)
      gl.drawElements(gl.TRIANGLES, indices.length, gl.UNSIGNED_INT, 0)
      gl.bindVertexArray(null)
    },
    dispose() {
      gl.deleteVertexArray(array)
      gl.deleteBuffer(buffer)
      gl.deleteBuffer(index)
    },
  }
}

/** Numbers per point: x, y, and two whose meaning the shader knows. */
export const POINT_NUMBERS = 4

export interface PointData {
  readonly points: Float32Array<ArrayBuffer>
  /** Number of rectangles to draw. */
  readonly count: number
}

/**
 * Returns a mesh of rectangles around points, which the shader looks up by index; undefined when there are none.
 * Instancing four corners would leave most of the GPU idle.
 */
export function pointMesh(gl: Gl, { points, count }: PointData): Mesh | undefined {
  if (count <= 0) return undefined
  const texture = gl.createTexture()
  const height = Math.ceil(points.length / POINT_NUMBERS / POINTS_WIDTH)
  const padded = new Float32Array(height * POINTS_WIDTH * POINT_NUMBERS)
  padded.set(points)
  gl.activeTexture(gl.TEXTURE0 + POINTS_UNIT)
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, POINTS_WIDTH, height)
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, POINTS_WIDTH, height, gl.RGBA, gl.FLOAT, padded)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
  return {
    draw() {
      gl.activeTexture(gl.TEXTURE0 + POINTS_UNIT)
      gl.bindTexture(gl.TEXTURE_2D, texture)
      gl.drawArrays(gl.TRIANGLES, 0, 6 * count)
    },
    dispose: () => gl.deleteTexture(texture),
  }
}
