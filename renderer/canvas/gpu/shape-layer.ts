import type { Box } from '#common/geometry/box'
import { isTracedAt } from '../mask/outline-tracer.ts'
import type { Scene } from '../scene.ts'
import { DOT, isCrowd, SMALL, SPECK } from '../still/detail.ts'
import { type Level, levelFor } from '../still/levels.ts'
import type { Chosen, SlotLooks } from '../still/slots.ts'
import { type Chunk, type Form, rechunked } from './chunks.ts'
import { FormMeshes } from './form-meshes.ts'
import { dashNumbers, lineNumbers, opacityNumbers, tellAreas } from './look-numbers.ts'
import { MaskFills } from './masks/mask-fills.ts'
import type { Mesh } from './mesh.ts'
import { SEGMENT_POINTS } from './pack.ts'
import type { Gl, Program } from './program.ts'
import { LINE_PASSES, type LinePass } from './shaders/line.ts'
import { POINTS_UNIT } from './shaders/points.ts'
import type { VIEW_UNIFORMS } from './shaders/view.ts'
import type { ShapePrograms } from './shape-programs.ts'
import type { Sight } from './sight.ts'
import { StyleTable } from './style-table.ts'

/** With more new chunks than this, only their outlines are built at once, and the rest in later frames. */
const MOST_AT_ONCE = 2

/** Reach of outlines beyond their shapes, in view pixels. */
const BLEED = 8

/** Draws the shapes of one scene with the GPU. */
export class ShapeLayer {
  readonly #gl: Gl
  readonly #programs: ShapePrograms
  readonly #styles: StyleTable
  readonly #masks: MaskFills
  readonly #meshes = new Map<Form, FormMeshes>()
  #chunks: readonly Chunk[] = []
  #scene: Scene | undefined
  #chosen: Chosen | undefined

  constructor(gl: Gl, programs: ShapePrograms) {
    this.#gl = gl
    this.#programs = programs
    this.#styles = new StyleTable(gl)
    this.#masks = new MaskFills(gl)
  }

  /** Uploads what changed in the scene and in the looks of its shapes. */
  update(scene: Scene, chosen: Chosen): void {
    const isSame = this.#chosen?.omitted === chosen.omitted && this.#chosen.selected === chosen.selected
    if (this.#scene === scene && isSame) return
    if (this.#scene !== scene) this.#chunks = rechunked(this.#chunks, scene.shapes)
    this.#styles.update(this.#chunks, chosen)
    this.#masks.update(this.#chunks)
    this.#dropUnused()
    this.#scene = scene
    this.#chosen = chosen
  }

  /** Whether shapes are still to be uploaded. */
  get isComing(): boolean {
    return this.#masks.isComing
  }

  /** Builds everything that a first drawing needs. */
  prepare(sight: Sight): void {
    this.#masks.bring()
    const level = levelFor(sight.scale)
    const fresh = this.#visible(sight).filter(({ form }) => !this.#meshes.has(form))
    for (const { form } of fresh) {
      const meshes = new FormMeshes(this.#gl, form)
      this.#meshes.set(form, meshes)
      if (fresh.length > MOST_AT_ONCE || !isAtHand(form, level)) meshes.makeQuick()
      else for (const kind of ['outlines', 'fill'] as const) meshes.make(kind, level)
    }
  }

  /**
   * Improves the image by one step and returns whether the result can be drawn. Undefined when there is nothing to
   * improve.
   */
  improve(sight: Sight): boolean | undefined {
    const level = levelFor(sight.scale)
    for (const kind of ['outlines', 'fill'] as const) {
      const chunk = this.#visible(sight).find(
        ({ form }) => !this.#meshes.get(form)?.has(kind, level) && isAtHand(form, level),
      )
      const meshes = chunk && this.#meshes.get(chunk.form)
      if (meshes) return meshes.makeOn(kind, level)
    }
    return undefined
  }

  draw(sight: Sight, looks: SlotLooks): void {
    const visible = this.#visible(sight)
    if (visible.length === 0 || !this.#scene) return
    this.#styles.bind()
    const drawing: Drawing = {
      sight,
      looks,
      chunks: visible,
      level: levelFor(sight.scale),
      isCrowd: isCrowd(this.#scene),
    }
    this.#drawMasks(drawing)
    this.#drawFills(drawing)
    for (const pass of this.#passes(looks)) this.#drawLines(drawing, { pass, isLimb: false })
    this.#drawLines(drawing, { pass: 'casing', isLimb: true })
    this.#drawLines(drawing, { pass: 'stroke', isLimb: true })
    this.#drawSpots(drawing, true)
    this.#drawSpots(drawing, false)
  }

  dispose(): void {
    for (const meshes of this.#meshes.values()) meshes.dispose()
    this.#styles.dispose()
    this.#masks.dispose()
  }

  /** Only selected shapes have a white hairline. */
  #passes({ selected }: SlotLooks): readonly LinePass[] {
    const hasSelected = selected.hairline && (this.#chosen?.selected.size ?? 0) > 0
    return hasSelected ? LINE_PASSES : LINE_PASSES.filter((pass) => pass !== 'hairline')
  }

  #drawMasks(drawing: Drawing): void {
    if (this.#masks.isEmpty) return
    const gl = this.#gl
    const program = this.#programs.mask
    this.#use(program, drawing)
    tellAreas(gl, program, drawing.looks)
    gl.uniform1i(program.at('uPoints'), POINTS_UNIT)
    this.#masks.draw(program, drawing.sight)
  }

  #drawFills(drawing: Drawing): void {
    const program = this.#programs.fill
    this.#use(program, drawing)
    tellAreas(this.#gl, program, drawing.looks)
    this.#drawMeshes(program, drawing, (meshes, form) =>
      hasAbove(form, DOT, drawing) ? meshes.nearest('fill', drawing.level) : undefined,
    )
  }

  #drawLines(drawing: Drawing, { pass, isLimb }: { readonly pass: LinePass; readonly isLimb: boolean }): void {
    const gl = this.#gl
    const program = this.#programs.line
    const { looks, level } = drawing
    this.#use(program, drawing)
    gl.uniform1i(program.at('uPass'), LINE_PASSES.indexOf(pass))
    gl.uniform1i(program.at('uIsLimb'), Number(isLimb))
    gl.uniform1i(program.at('uStride'), isLimb ? SEGMENT_POINTS : 1)
    gl.uniform1i(program.at('uPoints'), POINTS_UNIT)
    gl.uniform4fv(program.at('uLooks'), lineNumbers(looks))
    gl.uniform2fv(program.at('uDashes'), dashNumbers(looks))
    const least = !drawing.isCrowd ? DOT : pass === 'stroke' ? SPECK : SMALL
    this.#drawMeshes(program, drawing, (meshes, form) => {
      if (!hasAbove(form, least, drawing)) return undefined
      return isLimb ? meshes.limbs : meshes.nearest('outlines', level)
    })
  }

  #drawSpots(drawing: Drawing, isCasing: boolean): void {
    const program = this.#programs.spots
    const { looks } = drawing
    this.#use(program, drawing)
    this.#gl.uniform1i(program.at('uIsCasing'), Number(isCasing))
    this.#gl.uniform1fv(program.at('uOpacities'), opacityNumbers(looks))
    this.#gl.uniform1i(program.at('uPoints'), POINTS_UNIT)
    this.#drawMeshes(program, drawing, (meshes, form) =>
      hasBelow(form, DOT, drawing) || form.hasPoints ? meshes.spots : undefined,
    )
  }

  #use({ handle, at }: Program<ViewUniform>, { sight, isCrowd: isInCrowd }: Drawing): void {
    const gl = this.#gl
    gl.useProgram(handle)
    gl.uniform2f(at('uHalf'), ...sight.half)
    gl.uniform1f(at('uScale'), sight.scale)
    gl.uniform1f(at('uDensity'), sight.density)
    gl.uniform1i(at('uStyles'), 0)
    gl.uniform1i(at('uSides'), 1)
    gl.uniform1i(at('uIsCrowd'), Number(isInCrowd))
  }

  #drawMeshes(
    { at }: Program<ViewUniform>,
    { sight: { middle }, chunks }: Drawing,
    pick: (meshes: FormMeshes, form: Form) => Mesh | undefined,
  ): void {
    for (const { form, row } of chunks) {
      const meshes = this.#meshes.get(form)
      const mesh = meshes && pick(meshes, form)
      if (!mesh) continue
      this.#gl.uniform2f(at('uMiddle'), middle.x - form.bounds.x0, middle.y - form.bounds.y0)
      this.#gl.uniform1i(at('uChunk'), row)
      mesh.draw()
    }
  }

  #visible({ visible, viewport }: Sight): readonly PlacedChunk[] {
    const bleed = BLEED / viewport.scale
    return this.#chunks.flatMap(({ form }, row) => (touches(form.bounds, visible, bleed) ? [{ form, row }] : []))
  }

  #dropUnused(): void {
    const used = new Set(this.#chunks.map(({ form }) => form))
    for (const [form, meshes] of this.#meshes) {
      if (used.has(form)) continue
      meshes.dispose()
      this.#meshes.delete(form)
    }
  }
}

type ViewUniform = (typeof VIEW_UNIFORMS)[number]

/** A chunk with its row in the style table. */
interface PlacedChunk {
  readonly form: Form
  readonly row: number
}

interface Drawing {
  readonly sight: Sight
  readonly looks: SlotLooks
  readonly chunks: readonly PlacedChunk[]
  readonly level: Level
  readonly isCrowd: boolean
}

/** Returns whether any shape is at least this large on screen, in view pixels. */
function hasAbove({ sides }: Form, side: number, { sight }: Drawing): boolean {
  return sides.most * sight.viewport.scale >= side
}

function hasBelow({ sides }: Form, side: number, { sight }: Drawing): boolean {
  return sides.least * sight.viewport.scale < side
}

/** Returns whether the outlines can be built now: those of masks may not be traced yet. */
function isAtHand({ shapes }: Form, level: Level): boolean {
  return shapes.every((shape) => isTracedAt(shape, level))
}

function touches(a: Box, b: Box, bleed: number): boolean {
  return a.x0 <= b.x1 + bleed && a.x1 >= b.x0 - bleed && a.y0 <= b.y1 + bleed && a.y1 >= b.y0 - bleed
}
