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

/** The unit that the atlas is bound to; 0, 1 and 2 have the styles and the points. */
const ATLAS_UNIT = 3

/** Time that a frame may spend on masks that are new… */
const FRAME_MS = 4

/** …but for so few of them: what an edit changed is there in the frame that shows it. */
const AT_ONCE = 4

/** The insides of the masks of a layer: all of them in one call, in drawing order. */
export class MaskFills {
  readonly #gl: Gl
  readonly #atlas: TileAtlas
  #chunks: readonly Chunk[] = []
  #masks: readonly PlacedMask[] = []
  #ready: ReadonlySet<MaskTiles> = new Set()
  /** On their way to the card. */
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

  /** Nothing happens where no mask changed. */
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

  /** To be called before each drawing: brings masks that are new to the card, as many as there is time for. */
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

  /** The program is in use and knows the view. */
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

/** Whether the same masks stand at the same places: what else changed does not matter. */
function hasSameMasks(before: readonly Chunk[], after: readonly Chunk[]): boolean {
  if (before === after) return true
  return before.length === after.length && after.every((chunk, row) => isSameChunk(before[row], chunk))
}

function isSameChunk(before: Chunk | undefined, after: Chunk): boolean {
  if (before === after) return true
  if (before?.shapes.length !== after.shapes.length) return false
  return after.shapes.every(({ mask }, place) => before.shapes[place]?.mask === mask)
}

/** `shape` counts the places of the table of styles. */
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
