import { isFullTile } from '#common/geometry/masks/mask-tile'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'
import { TILE } from '#common/geometry/masks/tile-runs'
import { partsOf } from '../../mask/parts.ts'
import { CHUNK, type Chunk } from '../chunks.ts'
import { type Mesh, pointMesh } from '../mesh.ts'
import type { Gl, Program } from '../program.ts'
import type { MASK_UNIFORMS } from '../shaders/mask.ts'
import type { Sight } from '../sight.ts'
import { TileAtlas } from './atlas.ts'

/** Texture unit of the atlas. Units 0 to 2 hold the styles and the points. */
const ATLAS_UNIT = 3

/** Time per frame for uploading new masks. */
const FRAME_MS = 4

/** New masks up to this number are uploaded at once, so that an edit shows in the next frame. */
const AT_ONCE = 4

/** Draws the insides of all masks of a layer with one call, in drawing order. */
export class MaskFills {
  readonly #gl: Gl
  readonly #atlas: TileAtlas
  #chunks: readonly Chunk[] = []
  #masks: readonly PlacedMask[] = []
  #ready: ReadonlySet<MaskTiles> = new Set()
  /** Masks that are still to be uploaded. */
  #missing: readonly MaskTiles[] = []
  #isStale = false
  #mesh: Mesh | undefined

  constructor(gl: Gl) {
    this.#gl = gl
    this.#atlas = new TileAtlas(gl)
  }

  get isEmpty(): boolean {
    return this.#mesh === undefined
  }

  /** Whether some masks are not drawn yet. */
  get isComing(): boolean {
    return this.#missing.length > 0
  }

  /** Takes over the masks of the chunks. Does nothing when no mask changed. */
  update(chunks: readonly Chunk[]): void {
    if (hasSameMasks(this.#chunks, chunks)) return
    this.#chunks = chunks
    this.#masks = masksOf(chunks)
    const wanted = new Set(this.#masks.map(({ mask }) => mask))
    this.#ready = this.#ready.intersection(wanted)
    this.#missing = [...wanted.difference(this.#ready)]
    this.#atlas.keep(new Set([...this.#ready].flatMap(bitsOf)))
    this.#atlas.reserve(this.#missing.flat().filter((tile) => !isFullTile(tile)).length)
    this.#isStale = true
  }

  /** Uploads as many new masks as time allows. Call it before each `draw`. */
  bring(): void {
    if (!this.#isStale) return
    const end = performance.now() + FRAME_MS
    let count = 0
    for (; count < this.#missing.length && (count < AT_ONCE || performance.now() < end); count++)
      this.#atlas.add(bitsOf(this.#missing[count] ?? []), ATLAS_UNIT)
    this.#ready = this.#ready.union(new Set(this.#missing.slice(0, count)))
    this.#missing = this.#missing.slice(count)
    this.#isStale = this.isComing
    this.#mesh?.dispose()
    this.#mesh = this.#meshOf(this.#masks.filter(({ mask }) => this.#ready.has(mask)))
  }

  #meshOf(masks: readonly PlacedMask[]): Mesh | undefined {
    const tiles = masks.flatMap(({ mask, shape }) => partsOf(mask).map((part) => ({ ...part, shape })))
    const points = new Float32Array(tiles.length * 4)
    tiles.forEach(({ column, row, bits, shape }, i) =>
      points.set([column, row, this.#atlas.placeOf(bits), shape], i * 4),
    )
    return pointMesh(this.#gl, { points, count: tiles.length })
  }

  /** Draws the masks. The program must be in use, with its view uniforms set. */
  draw({ at }: Program<(typeof MASK_UNIFORMS)[number]>, { middle }: Sight): void {
    const gl = this.#gl
    const [column, row] = [Math.floor(middle.x / TILE), Math.floor(middle.y / TILE)]
    gl.uniform2f(at('uOrigin'), column, row)
    gl.uniform2f(at('uMiddle'), middle.x - column * TILE, middle.y - row * TILE)
    gl.uniform1i(at('uTiles'), ATLAS_UNIT)
    this.#atlas.bind(ATLAS_UNIT)
    this.#mesh?.draw()
  }

  dispose(): void {
    this.#mesh?.dispose()
    this.#atlas.dispose()
  }
}

/** Returns whether the same masks stand at the same indices, whatever else changed. */
function hasSameMasks(before: readonly Chunk[], after: readonly Chunk[]): boolean {
  if (before === after) return true
  return before.length === after.length && after.every((chunk, row) => isSameChunk(before[row], chunk))
}

function isSameChunk(before: Chunk | undefined, after: Chunk): boolean {
  if (before === after) return true
  if (before?.shapes.length !== after.shapes.length) return false
  return after.shapes.every(({ mask }, place) => before.shapes[place]?.mask === mask)
}

/** `shape` is an index into the style table. */
interface PlacedMask {
  readonly mask: MaskTiles
  readonly shape: number
}

function masksOf(chunks: readonly Chunk[]): readonly PlacedMask[] {
  return chunks.flatMap(({ shapes }, row) =>
    shapes.flatMap(({ mask }, place) => (mask ? [{ mask, shape: row * CHUNK + place }] : [])),
  )
}

function bitsOf(mask: MaskTiles) {
  return partsOf(mask).map(({ bits }) => bits)
}
