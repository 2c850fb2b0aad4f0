import { nextPixel, type TileBits } from '#common/geometry/masks/mask-tile'
import { TILE } from '#common/geometry/masks/tile-runs'
import { type Gl, GpuError } from '../program.ts'
import { FULL_TILE, TILES_ACROSS } from '../shaders/mask.ts'

/** 32-bit words in a row of a tile. */
const WORDS = TILE / 32

/** Mask tiles on the GPU at one bit per pixel. A full tile takes no room, any other 8 KB. */
export class TileAtlas {
  readonly #gl: Gl
  readonly #mostLayers: number
  readonly #places = new Map<TileBits, number>()
  readonly #free: number[] = []
  #texture: WebGLTexture | undefined
  #layers = 0
  #end = 0

  constructor(gl: Gl) {
    this.#gl = gl
    this.#mostLayers = Number(gl.getParameter(gl.MAX_ARRAY_TEXTURE_LAYERS))
  }

  bind(unit: number): void {
    this.#gl.activeTexture(this.#gl.TEXTURE0 + unit)
    this.#gl.bindTexture(this.#gl.TEXTURE_2D_ARRAY, this.#texture ?? null)
  }

  /** Returns the index of a tile in the atlas. */
  placeOf(bits: TileBits): number {
    return this.#places.get(bits) ?? FULL_TILE
  }

  /** Frees the room of all other tiles. */
  keep(tiles: ReadonlySet<TileBits>): void {
    for (const [bits, place] of this.#places) {
      if (tiles.has(bits)) continue
      this.#places.delete(bits)
      if (place !== FULL_TILE) this.#free.push(place)
    }
  }

  /**
   * Makes room for a number of tiles that are not full. A texture cannot grow, so all tiles are copied into a larger
   * one.
   */
  reserve(count: number): void {
    const needed = Math.ceil((this.#end + Math.max(0, count - this.#free.length)) / TILES_ACROSS)
    if (needed <= this.#layers) return
    if (needed > this.#mostLayers)
      throw new GpuError(`The card has room for ${this.#mostLayers * TILES_ACROSS} tiles of masks`)
    this.#layers = Math.min(this.#mostLayers, Math.max(2, 2 ** Math.ceil(Math.log2(needed))))
    if (this.#texture) this.#gl.deleteTexture(this.#texture)
    this.#texture = this.#allocate()
    for (const [bits, place] of this.#places) if (place !== FULL_TILE) this.#upload(bits, place)
  }

  /** Uploads the new tiles, for which there must be room, and binds the atlas to the unit. */
  add(tiles: readonly TileBits[], unit: number): void {
    this.bind(unit)
    for (const bits of tiles) {
      if (this.#places.has(bits)) continue
      const isFull = nextPixel(bits, 0, 0) === TILE * TILE
      const place = isFull ? FULL_TILE : (this.#free.pop() ?? this.#end++)
      this.#places.set(bits, place)
      if (!isFull) this.#upload(bits, place)
    }
  }

  dispose(): void {
    if (this.#texture) this.#gl.deleteTexture(this.#texture)
    this.#places.clear()
  }

  #upload(bits: TileBits, place: number): void {
    const gl = this.#gl
    const [x, layer] = [(place % TILES_ACROSS) * WORDS, Math.floor(place / TILES_ACROSS)]
    gl.texSubImage3D(gl.TEXTURE_2D_ARRAY, 0, x, 0, layer, WORDS, TILE, 1, gl.RED_INTEGER, gl.UNSIGNED_INT, bits)
  }

  #allocate(): WebGLTexture {
    const gl = this.#gl
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, texture)
    gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.R32UI, TILES_ACROSS * WORDS, TILE, this.#layers)
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
    return texture
  }
}
