import type { SceneShape } from '../scene.ts'
import { type Chosen, SLOTS, slotOf } from '../still/slots.ts'
import { CHUNK, type Chunk } from './chunks.ts'
import { rgbaOf } from './color.ts'
import { packSides } from './pack.ts'
import { type Gl, GpuError } from './program.ts'

/** Texture with the color and slot (four bytes) and the size of every shape, one row per chunk. */
export class StyleTable {
  readonly #gl: Gl
  readonly #limit: number
  #styles: WebGLTexture
  #sides: WebGLTexture
  #rows = 0
  /** Copy of the uploaded bytes, one number per shape. */
  #kept = new Uint32Array(0)
  #keptChunks: readonly Chunk[] = []
  #keptChosen: Chosen | undefined

  constructor(gl: Gl) {
    this.#gl = gl
    this.#limit = Number(gl.getParameter(gl.MAX_TEXTURE_SIZE))
    this.#styles = gl.createTexture()
    this.#sides = gl.createTexture()
  }

  bind(): void {
    const gl = this.#gl
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, this.#styles)
    gl.activeTexture(gl.TEXTURE1)
    gl.bindTexture(gl.TEXTURE_2D, this.#sides)
  }

  /** Uploads the styles that changed. */
  update(chunks: readonly Chunk[], { omitted, selected }: Chosen): void {
    if (chunks.length > this.#rows) this.#grow(chunks.length)
    this.bind()
    const isSameChoice = this.#keptChosen?.omitted === omitted && this.#keptChosen.selected === selected
    chunks.forEach((chunk, row) => {
      const kept = this.#keptChunks[row]
      if (kept !== chunk || !isSameChoice) this.#updateStyles(row, chunk.shapes, { omitted, selected })
      if (kept?.form !== chunk.form) this.#writeSides(row, chunk.shapes)
    })
    this.#keptChunks = chunks
    this.#keptChosen = { omitted, selected }
  }

  dispose(): void {
    this.#gl.deleteTexture(this.#styles)
    this.#gl.deleteTexture(this.#sides)
  }

  #updateStyles(row: number, shapes: readonly SceneShape[], chosen: Chosen): void {
    const start = row * CHUNK
    let [first, last] = [shapes.length, -1]
    shapes.forEach((shape, place) => {
      const style = styleOf(shape, chosen)
      if (this.#kept[start + place] === style) return
      this.#kept[start + place] = style
      first = Math.min(first, place)
      last = place
    })
    if (last >= first) this.#uploadStyles({ row, first, count: last - first + 1 })
  }

  #uploadStyles({ row, first, count }: { readonly row: number; readonly first: number; readonly count: number }): void {
    const gl = this.#gl
    const bytes = new Uint8Array(this.#kept.buffer, (row * CHUNK + first) * 4, count * 4)
    gl.activeTexture(gl.TEXTURE0)
    gl.texSubImage2D(gl.TEXTURE_2D, 0, first, row, count, 1, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
  }

  #writeSides(row: number, shapes: readonly SceneShape[]): void {
    const gl = this.#gl
    gl.activeTexture(gl.TEXTURE1)
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, row, shapes.length, 1, gl.RED, gl.FLOAT, packSides(shapes))
  }

  #grow(rows: number): void {
    const gl = this.#gl
    if (rows > this.#limit) throw new GpuError(`The card has room for ${this.#limit * CHUNK} shapes`)
    this.#rows = Math.min(this.#limit, Math.max(16, 2 ** Math.ceil(Math.log2(rows))))
    this.#kept = new Uint32Array(this.#rows * CHUNK)
    this.#keptChunks = []
    this.dispose()
    this.#styles = this.#allocate(gl.RGBA8)
    this.#sides = this.#allocate(gl.R32F)
  }

  #allocate(format: number): WebGLTexture {
    const gl = this.#gl
    const texture = gl.createTexture()
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, CHUNK, this.#rows)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
    return texture
  }
}

/** Returns red in the lowest byte, then green and blue, and the slot in the highest, 0 for a hidden shape. */
function styleOf(shape: SceneShape, chosen: Chosen): number {
  const slot = slotOf(shape, chosen)
  return (rgbNumber(shape.color) | ((slot ? SLOTS.indexOf(slot) + 1 : 0) << 24)) >>> 0
}

const numbers = new Map<string, number>()

function rgbNumber(color: string): number {
  const known = numbers.get(color)
  if (known !== undefined) return known
  const [red, green, blue] = rgbaOf(color).map((share) => Math.round(share * 255))
  const number = (red ?? 0) | ((green ?? 0) << 8) | ((blue ?? 0) << 16)
  numbers.set(color, number)
  return number
}
