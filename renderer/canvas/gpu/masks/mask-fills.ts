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

/** The insides of the masks of a layer: all of them in one call, in drawing order. */
export class MaskFills {
  readonly #gl: Gl
  readonly #atlas: TileAtlas
  #chunks: readonly Chunk[] = []
  #mesh: Mesh | undefined

  constructor(gl: Gl) {
    this.#gl = gl
    this.#atlas = new TileAtlas(gl)
  }

  get isEmpty(): boolean {
    return this.#mesh === undefined
  }

  /** Uploads the tiles that are new; nothing where no mask changed. */
  update(chunks: readonly Chunk[]): void {
    if (hasSameMasks(this.#chunks, chunks)) return
    this.#chunks = chunks
    const tiles = tilesOf(chunks)
    this.#atlas.hold(new Set(tiles.map(({ bits }) => bits)), ATLAS_UNIT)
    const points = new Float32Array(tiles.length * 4)
    tiles.forEach(({ column, row, bits, shape }, i) =>
      points.set([column, row, this.#atlas.placeOf(bits), shape], i * 4),
    )
    this.#mesh?.dispose()
    this.#mesh = pointMesh(this.#gl, { points, count: tiles.length })
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
function tilesOf(chunks: readonly Chunk[]) {
  return chunks.flatMap(({ shapes }, row) =>
    shapes.flatMap(({ mask }, place) =>
      mask ? partsOf(mask).map((part) => ({ ...part, shape: row * CHUNK + place })) : [],
    ),
  )
}
