import type { Size } from '#common/geometry/space'
import { type Adjustments, adjustmentTable, isUnadjusted, windowTable } from '../still/adjust.ts'
import { channelPlace } from '../still/channel.ts'
import { GRID_FROM, SHARP_FROM } from '../still/magnified.ts'
import { hasPixels, type ImagePart, type StillView } from '../still/renderer.ts'
import { rgbaOf } from './color.ts'
import { EqualizationTexture } from './equalization-texture.ts'
import { type Gl, makeProgram, type Program } from './program.ts'
import { GRID, type GRID_UNIFORMS, IMAGE, type IMAGE_UNIFORMS } from './shaders/image.ts'
import { placedBox, type Sight } from './sight.ts'
import { Textures } from './textures.ts'

interface Parts extends Pick<StillView, 'image'> {
  readonly frame: Size
  readonly sharpFrom: number
}

/** Draws the image with the GPU: its parts from coarse to fine, and the pixel grid. */
export class ImageLayer {
  readonly #gl: Gl
  readonly #image: Program<(typeof IMAGE_UNIFORMS)[number]>
  readonly #grid: Program<(typeof GRID_UNIFORMS)[number]>
  readonly #textures: Textures
  readonly #tables: WebGLTexture
  readonly #equalization: EqualizationTexture
  #adjust: Adjustments | undefined
  #isComing = false

  constructor(gl: Gl) {
    this.#gl = gl
    this.#image = makeProgram(gl, IMAGE)
    this.#grid = makeProgram(gl, GRID)
    this.#textures = new Textures(gl)
    this.#tables = gl.createTexture()
    this.#equalization = new EqualizationTexture(gl)
  }

  /** Whether pixels of the last frame are still to be uploaded. */
  get isComing(): boolean {
    return this.#isComing
  }

  draw({ frame, image, color, adjust, sharpFrom = SHARP_FROM }: StillView, sight: Sight): void {
    this.#isComing = false
    if (!frame) return
    const gl = this.#gl
    const { handle, at } = this.#image
    gl.useProgram(handle)
    gl.uniform2f(at('uHalf'), ...sight.half)
    gl.uniform1i(at('uPixels'), 0)
    gl.uniform1i(at('uIsFlat'), Number(image.length === 0))
    this.#setAdjustments(adjust)
    gl.activeTexture(gl.TEXTURE0)
    if (image.length === 0) this.#drawFlat({ color, frame, sight })
    else this.#drawParts({ image, frame, sharpFrom }, sight)
    if (sight.viewport.scale >= GRID_FROM) this.#drawGrid(frame, sight)
  }

  dispose(): void {
    this.#textures.dispose()
    this.#gl.deleteTexture(this.#tables)
    this.#equalization.dispose()
  }

  #drawFlat({ color, frame, sight }: { readonly color: string; readonly frame: Size; readonly sight: Sight }): void {
    const gl = this.#gl
    gl.uniform4f(this.#image.at('uFlat'), ...rgbaOf(color))
    gl.uniform4f(this.#image.at('uBox'), ...placedBox({ x0: 0, y0: 0, x1: frame.width, y1: frame.height }, sight))
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
  }

  #drawParts({ image: parts, frame, sharpFrom }: Parts, sight: Sight): void {
    const gl = this.#gl
    const { at } = this.#image
    const magnified = sight.viewport.scale < sharpFrom ? gl.LINEAR : gl.NEAREST
    const shown = parts.filter(hasPixels).map((part) => this.#standInFor(part))
    for (const { texture, box } of shown.flatMap((part) => this.#textures.piecesOf(part))) {
      gl.bindTexture(gl.TEXTURE_2D, texture)
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, magnified)
      gl.uniform4f(at('uBox'), ...placedBox(box, sight))
      gl.uniform4f(
        at('uPlace'),
        box.x0 / frame.width,
        box.y0 / frame.height,
        box.x1 / frame.width,
        box.y1 / frame.height,
      )
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
    }
    this.#textures.trim(new Set([...parts, ...shown].map(({ key }) => key)))
  }

  /** Returns the part itself once it is on the GPU, its stand-in until then. */
  #standInFor(part: ImagePart): ImagePart {
    const standIn = part.standIn && hasPixels(part.standIn) ? part.standIn : undefined
    if (this.#textures.bring({ ...part, standIn }) || !standIn) return part
    this.#isComing = true
    return this.#standInFor(standIn)
  }

  #setAdjustments(adjust: Adjustments): void {
    const gl = this.#gl
    const { at } = this.#image
    const { equalization, localContrast, channel } = adjust
    gl.uniform1i(at('uIsAdjusted'), Number(!isUnadjusted(adjust)))
    gl.uniform1i(at('uTables'), 1)
    this.#bindTables(adjust)
    gl.uniform1i(at('uChannel'), channelPlace(channel) ?? -1)
    gl.uniform1i(at('uEqualization'), 2)
    gl.uniform1f(at('uStrength'), equalization ? localContrast : 0)
    gl.activeTexture(gl.TEXTURE2)
    this.#equalization.bind(equalization)
  }

  #bindTables(adjust: Adjustments): void {
    const gl = this.#gl
    gl.activeTexture(gl.TEXTURE1)
    gl.bindTexture(gl.TEXTURE_2D, this.#tables)
    if (this.#adjust === adjust) return
    this.#adjust = adjust
    const tables = Uint8Array.from([...windowTable(adjust.window), ...adjustmentTable(adjust)])
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, 256, 2, 0, gl.RED, gl.UNSIGNED_BYTE, tables)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  }

  /** Grid lines are placed relative to the first one in view: absolute coordinates would exceed single precision. */
  #drawGrid(frame: Size, sight: Sight): void {
    const gl = this.#gl
    const { scale, offsetX, offsetY } = sight.viewport
    const { handle, at } = this.#grid
    gl.useProgram(handle)
    gl.uniform2f(at('uHalf'), ...sight.half)
    const [left, top, right, bottom] = placedBox({ x0: 0, y0: 0, x1: frame.width, y1: frame.height }, sight)
    // The last lines lie on the edge, one view pixel outside the image.
    gl.uniform4f(at('uBox'), left, top, right + sight.density, bottom + sight.density)
    const first = (visible: number, offset: number) => Math.max(0, Math.floor(visible)) * scale + offset
    gl.uniform2f(at('uFirst'), first(sight.visible.x0, offsetX), first(sight.visible.y0, offsetY))
    gl.uniform3f(at('uStep'), scale, sight.density, sight.half[1])
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
  }
}
