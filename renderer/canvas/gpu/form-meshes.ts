import { FINEST, type Level } from '../still/levels.ts'
import type { Form } from './chunks.ts'
import { type Mesh, POINT_NUMBERS, pointMesh, triangleMesh } from './mesh.ts'
import { PREPARE, packFill, packLimbs, packOutlines, packSpots, SEGMENT_POINTS } from './pack.ts'
import type { Gl } from './program.ts'

type Kind = keyof typeof PREPARE

/** Shapes processed per step, which takes about a millisecond. */
const PART = 64

/** Meshes of a form, each made on first use. */
export class FormMeshes {
  readonly #gl: Gl
  readonly #form: Form
  readonly #levels: { readonly [Each in Kind]: Map<Level, Mesh | undefined> } = { outlines: new Map(), fill: new Map() }
  readonly #limbs: Mesh | undefined
  readonly #spots: Mesh | undefined
  #begun: { readonly kind: Kind; readonly level: Level; readonly shapes: number } | undefined

  constructor(gl: Gl, form: Form) {
    this.#gl = gl
    this.#form = form
    const [limbs, spots] = [packLimbs(form), packSpots(form)]
    this.#limbs = pointMesh(gl, { points: limbs, count: limbs.length / POINT_NUMBERS / SEGMENT_POINTS })
    this.#spots = pointMesh(gl, { points: spots, count: spots.length / POINT_NUMBERS })
  }

  get limbs(): Mesh | undefined {
    return this.#limbs
  }

  get spots(): Mesh | undefined {
    return this.#spots
  }

  has(kind: Kind, level: Level): boolean {
    return this.#levels[kind].has(level)
  }

  /** Returns the mesh of a kind at the level, or at the nearest level that has one. */
  nearest(kind: Kind, level: Level): Mesh | undefined {
    const made = [...this.#levels[kind]].toSorted(([a], [b]) => Math.abs(a - level) - Math.abs(b - level))
    return made[0]?.[1]
  }

  make(kind: Kind, level: Level): void {
    this.#levels[kind].set(
      level,
      kind === 'outlines' ? this.#outlines(level) : triangleMesh(this.#gl, packFill(this.#form, level)),
    )
  }

  /** Builds the next part of a mesh. Returns true once the mesh is complete. */
  makeOn(kind: Kind, level: Level): boolean {
    const begun = this.#begun?.kind === kind && this.#begun.level === level ? this.#begun.shapes : 0
    for (const shape of this.#form.shapes.slice(begun, begun + PART)) PREPARE[kind](shape, level)
    this.#begun = { kind, level, shapes: begun + PART }
    if (begun + PART < this.#form.shapes.length) return false
    this.#begun = undefined
    this.make(kind, level)
    return true
  }

  /** Builds the outlines at once, unless some belong to masks, whose outlines are long. */
  makeQuick(): void {
    if (!this.#form.shapes.some(({ mask }) => mask)) this.make('outlines', FINEST)
  }

  dispose(): void {
    const meshes = [...this.#levels.outlines.values(), ...this.#levels.fill.values(), this.#limbs, this.#spots]
    for (const mesh of meshes) mesh?.dispose()
  }

  #outlines(level: Level): Mesh | undefined {
    const points = packOutlines(this.#form, level)
    return pointMesh(this.#gl, { points, count: points.length / POINT_NUMBERS - SEGMENT_POINTS + 1 })
  }
}
