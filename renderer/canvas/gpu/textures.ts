import type { Box } from '#common/geometry/box'
import type { ImagePart } from '../still/renderer.ts'
import type { Gl } from './program.ts'

/** GPU memory for images that are not on screen. Mipmaps add a third to a texture. */
const MAX_BYTES = 512 * 1024 * 1024
const BYTES_PER_PIXEL = (4 * 4) / 3

/** Pixels uploaded with one call. */
const STRIP_PIXELS = 250_000

/** Time per frame for uploading pixels that have a stand-in. */
const FRAME_MS = 3

/** A piece of a part, no larger than the GPU allows, and its box in image pixels. */
export interface Piece {
  readonly texture: WebGLTexture
  readonly box: Box
}

interface Kept {
  readonly bitmap: ImageBitmap
  readonly pieces: readonly Piece[]
  readonly bytes: number
  /** Strips that are not uploaded yet. */
  readonly missing: Strip[]
}

/** Some rows of a piece, in pixels of the bitmap. */
interface Strip {
  readonly texture: WebGLTexture
  readonly cut: Box
  readonly from: number
  readonly to: number
}

/** Textures by key. Those drawn least recently are freed when room is needed. */
export class Textures {
  readonly #gl: Gl
  readonly #side: number
  readonly #kept = new Map<string, Kept>()

  constructor(gl: Gl) {
    this.#gl = gl
    this.#side = Number(gl.getParameter(gl.MAX_TEXTURE_SIZE))
  }

  /**
   * Uploads as many pixels of the part as time allows, or all of them if it has no stand-in. Returns true once all are
   * there.
   */
  bring(part: ImagePart): boolean {
    const { missing, bitmap } = this.#renewed(part)
    const end = part.standIn ? performance.now() + FRAME_MS : Infinity
    do this.#send(bitmap, missing)
    while (missing.length > 0 && performance.now() < end)
    return missing.length === 0
  }

  piecesOf(part: ImagePart): readonly Piece[] {
    return this.#renewed(part).pieces
  }

  /** Frees textures above the limit, but none of those just drawn. */
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

  /** Moves the part to the end of the order of use. */
  #renewed(part: ImagePart): Kept {
    const { key, bitmap } = part
    const last = this.#kept.get(key)
    this.#kept.delete(key)
    if (last && last.bitmap !== bitmap) this.#drop(last)
    const kept = last?.bitmap === bitmap ? last : this.#begun(part)
    this.#kept.set(key, kept)
    return kept
  }

  #begun({ bitmap, box }: ImagePart): Kept {
    const { width, height } = bitmap
    const [columns, rows] = [starts(width, this.#side), starts(height, this.#side)]
    const cuts = rows.flatMap((y) =>
      columns.map((x) => ({
        texture: this.#gl.createTexture(),
        cut: { x0: x, y0: y, x1: Math.min(width, x + this.#side), y1: Math.min(height, y + this.#side) },
      })),
    )
    return {
      bitmap,
      pieces: cuts.map(({ texture, cut }) => ({ texture, box: within(box, cut, bitmap) })),
      bytes: width * height * BYTES_PER_PIXEL,
      missing: cuts.flatMap(stripsOf),
    }
  }

  /** Uploads the next missing strip. */
  #send(bitmap: ImageBitmap, missing: Strip[]): void {
    const strip = missing.shift()
    if (!strip) return
    const gl = this.#gl
    const { cut, from, to } = strip
    const width = cut.x1 - cut.x0
    gl.bindTexture(gl.TEXTURE_2D, strip.texture)
    if (from === cut.y0) gl.texStorage2D(gl.TEXTURE_2D, levelsOf(cut), gl.RGBA8, width, cut.y1 - cut.y0)
    gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, cut.x0)
    gl.pixelStorei(gl.UNPACK_SKIP_ROWS, from)
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, from - cut.y0, width, to - from, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
    gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0)
    gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0)
    if (to < cut.y1) return
    gl.generateMipmap(gl.TEXTURE_2D)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
  }
}

/** Returns the number of mipmap levels of a box. */
function levelsOf({ x0, y0, x1, y1 }: Box): number {
  return 1 + Math.floor(Math.log2(Math.max(x1 - x0, y1 - y0)))
}

function stripsOf(piece: Pick<Strip, 'texture' | 'cut'>): readonly Strip[] {
  const { x0, y0, x1, y1 } = piece.cut
  const rows = Math.max(1, Math.floor(STRIP_PIXELS / (x1 - x0)))
  return starts(y1 - y0, rows).map((row) => ({ ...piece, from: y0 + row, to: Math.min(y1, y0 + row + rows) }))
}

function starts(length: number, step: number): readonly number[] {
  return Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step)
}

/** Returns the box in the image of a crop of the bitmap. */
function within({ x0, y0, x1, y1 }: Box, cut: Box, { width, height }: ImageBitmap): Box {
  const [stepX, stepY] = [(x1 - x0) / width, (y1 - y0) / height]
  return { x0: x0 + cut.x0 * stepX, y0: y0 + cut.y0 * stepY, x1: x0 + cut.x1 * stepX, y1: y0 + cut.y1 * stepY }
}
