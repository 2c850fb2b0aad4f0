export type Gl = WebGL2RenderingContext

/** The GPU failed at something that WebGL 2 requires. The CPU driver takes over. */
export class GpuError extends Error {
  override readonly name = 'GpuError'
}

/** A linked pair of shaders with the locations of its uniforms. */
export interface Program<Uniform extends string> {
  readonly handle: WebGLProgram
  readonly at: (uniform: Uniform) => WebGLUniformLocation | null
}

export interface ProgramSource<Uniform extends string> {
  readonly vertex: string
  readonly fragment: string
  readonly uniforms: readonly Uniform[]
}

export function makeProgram<Uniform extends string>(gl: Gl, source: ProgramSource<Uniform>): Program<Uniform> {
  const handle = gl.createProgram()
  const shaders = [compile(gl, gl.VERTEX_SHADER, source.vertex), compile(gl, gl.FRAGMENT_SHADER, source.fragment)]
  for (const shader of shaders) gl.attachShader(handle, shader)
  gl.linkProgram(handle)
  for (const shader of shaders) gl.deleteShader(shader)
  if (!gl.getProgramParameter(handle, gl.LINK_STATUS))
    throw new GpuError(`Shaders do not link: ${gl.getProgramInfoLog(handle) ?? 'no reason given'}`)
  const places = new Map(source.uniforms.map((name) => [name, gl.getUniformLocation(handle, name)] as const))
  return { handle, at: (uniform) => places.get(uniform) ?? null }
}

function compile(gl: Gl, kind: number, text: string): WebGLShader {
  const shader = gl.createShader(kind)
  if (!shader) throw new GpuError('No shader can be made')
  gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp int;\n${text}`)
  gl.compileShader(shader)
  // A lost context compiles nothing and reports no error.
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
    throw new GpuError(`A shader does not compile: ${gl.getShaderInfoLog(shader) ?? 'no reason given'}`)
  return shader
}
