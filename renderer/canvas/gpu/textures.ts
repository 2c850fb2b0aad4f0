import type { Box } from '#common/geometry/box'
import type { PicturePart } from '../still/renderer.ts'
import type { Gl } from './program.ts'

/** Pictures may take this much of the card's memory besides what is on screen; a texture with its smaller copies is a third larger. */
const MAX_BYTES = 512 * 1024 * 1024
const BYTES_PER_PIXEL = (4 * 4) / 3

/** A piece of a part that is no larger than the card allows, and where it lies in image pixels. */
export interface Piece {
  readonly texture: WebGLTexture
  readonly box: Box
}

interface Kept {
  readonly bitmap: ImageBitmap
  readonly pieces: readonly Piece[]
  readonly bytes: number
}

/** Pixels on the card by their key; those that were not drawn for longest go when room is needed. */
export class Textures {
  readonly #gl: Gl
  readonly #side: number
  readonly #kept = new Map<string, Kept>()

  constructor(gl: Gl) {
    this.#gl = gl
    this.#side = Number(gl.getParameter(gl.MAX_TEXTURE_SIZE))
  }

  piecesOf(part: PicturePart): readonly Piece[] {
    const { key, bitmap } = part
    const last = this.#kept.get(key)
    this.#kept.delete(key)
    if (last && last.bitmap !== bitmap) this.#drop(last)
    const kept = last?.bitmap === bitmap ? last : this.#upload(part)
    this.#kept.set(key, kept)
    return kept.pieces
  }

  /** Gives back what is too much, never what was drawn just now. */
  trim(drawn: ReadonlySet<string>): void {
    let bytes = [...this.#kept.values()].reduce((sum, kept) => sum + kept.bytes, 0)
    for (const [key, kept] of this.#kept) {
      if (bytes <= MAX_BYTES) return
      if (drawn.has(key)) continue
      bytes -= kept.bytes
      this.#drop(kept)
      this.#kept.delete(key)
    }
  }

  dispose(): void {
    for (const kept of this.#kept.values()) this.#drop(kept)
    this.#kept.clear()
  }

  #drop({ pieces }: Kept): void {
    for (const { texture } of pieces) this.#gl.deleteTexture(texture)
  }

  #upload({ bitmap, box }: PicturePart): Kept {
    const { width, height } = bitmap
    const [columns, rows] = [starts(width, this.#side), starts(height, this.#side)]
    const pieces = rows.flatMap((y) =>
      columns.map((x) => {
        const [right, bottom] = [Math.min(width, x + this.#side), Math.min(height, y + this.#side)]
        const cut = { x0: x, y0: y, x1: right, y1: bottom }
        return { texture: this.#texture(bitmap, cut), box: within(box, cut, bitmap) }
      }),
    )
    return { bitmap, pieces, bytes: width * height * BYTES_PER_PIXEL }
  }

  #texture(bitmap: ImageBitmap, { x0, y0, x1, y1 }: Box): WebGLTexture {
    const gl = this.#gl
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, x0)
    gl.pixelStorei(gl.UNPACK_SKIP_ROWS, y0)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, x1 - x0, y1 - y0, 0, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
    gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0)
    gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0)
    gl.generateMipmap(gl.TEXTURE_2D)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
    return texture
  }
}

function starts(length: number, step: number): readonly number[] {
  return Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step)
}

/** Where a cut of the bitmap's pixels lies in the picture. */
function within({ x0, y0, x1, y1 }: Box, cut: Box, { width, height }: ImageBitmap): Box {
  const [stepX, stepY] = [(x1 - x0) / width, (y1 - y0) / height]
  return { x0: x0 + cut.x0 * stepX, y0: y0 + cut.y0 * stepY, x1: x0 + cut.x1 * stepX, y1: y0 + cut.y1 * stepY }
}
