import { type Equalization, TILES, VALUES } from '../still/equalization.ts'
import type { Gl } from './program.ts'

/**
 * CLAHE tables of an image as a 3D texture: brightness along x, tiles along y and z, so that the GPU interpolates
 * between neighboring tiles.
 */
export class EqualizationTexture {
  readonly #gl: Gl
  readonly #texture: WebGLTexture
  #held: Equalization | undefined

  constructor(gl: Gl) {
    this.#gl = gl
    this.#texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_3D, this.#texture)
    // Every sampler that a program declares needs a texture, even one that it does not read.
    gl.texImage3D(gl.TEXTURE_3D, 0, gl.R8, 1, 1, 1, 0, gl.RED, gl.UNSIGNED_BYTE, null)
    gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
      gl.texParameteri(gl.TEXTURE_3D, side, gl.CLAMP_TO_EDGE)
  }

  /** Binds the texture to the active unit. Without tables nothing is uploaded, since the shader does not read it. */
  bind(equalization: Equalization | undefined): void {
    const gl = this.#gl
    gl.bindTexture(gl.TEXTURE_3D, this.#texture)
    if (equalization === undefined || this.#held === equalization) return
    this.#held = equalization
    gl.texImage3D(gl.TEXTURE_3D, 0, gl.R8, VALUES, TILES, TILES, 0, gl.RED, gl.UNSIGNED_BYTE, equalization)
  }

  dispose(): void {
    this.#gl.deleteTexture(this.#texture)
  }
}
