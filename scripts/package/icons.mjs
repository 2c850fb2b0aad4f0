/** Makes the program's icons for each system from one drawing. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { fromRoot } from '../kit/paths.mjs'

const DRAWING = fromRoot('renderer/entry/icon.svg')
/** Sides in pixels. Linux looks for icons by these names. */
const LINUX_SIDES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const WINDOWS_SIDES = [16, 24, 32, 48, 64, 128, 256]
/** @type {readonly (readonly [type: string, side: number])[]} */
const MAC_TYPES = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  // The same for screens with twice the resolution: 16, 32, 128 and 256 points.
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
]
/** Margin around the drawing as a fraction of the side, because icons on macOS have one. */
const MAC_MARGIN = 0.1

/**
 * Writes `SIDExSIDE.png`, `icon.ico` and `icon.icns` into the folder.
 * @param {string} folder
 */
export async function makeIcons(folder) {
  mkdirSync(folder, { recursive: true })
  for (const side of LINUX_SIDES) writeFileSync(join(folder, `${side}x${side}.png`), await drawn(side))
  const windows = await Promise.all(WINDOWS_SIDES.map(async (side) => ({ side, png: await drawn(side) })))
  writeFileSync(join(folder, 'icon.ico'), icoOf(windows))
  const mac = await Promise.all(MAC_TYPES.map(async ([type, side]) => ({ type, png: await drawn(side, MAC_MARGIN) })))
  writeFileSync(join(folder, 'icon.icns'), icnsOf(mac))
}

/** @param {number} side @param {number} [margin] */
async function drawn(side, margin = 0) {
  const inner = Math.round(side * (1 - 2 * margin))
  const edge = Math.floor((side - inner) / 2)
  const rest = side - inner - edge
  const space = { top: edge, bottom: rest, left: edge, right: rest, background: { r: 0, g: 0, b: 0, alpha: 0 } }
  // The drawing is 18 units wide, and at 72 dots per inch a unit is a pixel.
  const image = sharp(readFileSync(DRAWING), { density: (72 * inner) / 18 }).resize(inner, inner)
  return image.extend(space).png({ compressionLevel: 9 }).toBuffer()
}

/**
 * Returns a Windows icon of PNG images, as supported since Windows Vista.
 * @param {readonly { side: number, png: Buffer }[]} images
 */
function icoOf(images) {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [place, { side, png }] of images.entries()) {
    const at = 6 + 16 * place
    // 0 stands for 256.
    header.writeUInt8(side % 256, at)
    header.writeUInt8(side % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)])
}

/**
 * Returns a macOS icon: PNG images, each after its type and length.
 * @param {readonly { type: string, png: Buffer }[]} images
 */
function icnsOf(images) {
  const parts = images.map(({ type, png }) => chunkOf(type, png))
  return chunkOf('icns', Buffer.concat(parts))
}

/** @param {string} type @param {Buffer} content */
function chunkOf(type, content) {
  const header = Buffer.alloc(8)
  header.write(type, 'latin1')
  header.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([header, content])
}
