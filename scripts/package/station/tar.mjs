/** A reproducible tar.gz for all systems: POSIX ustar, owned by root, with nothing specific to this machine. */
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { dirname } from 'node:path/posix'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

const BLOCK = 512
const FOLDER_MODE = 0o755
const [LONGEST_NAME, LONGEST_PREFIX] = [100, 155]

/**
 * Writes the entries below one folder.
 * @param {string} path
 * @param {readonly import('./entries.mjs').Entry[]} entries
 * @param {{ folder: string, seconds: number, level: number }} options
 */
export async function writeTarGz(path, entries, { folder, seconds, level }) {
  await pipeline(Readable.from(records(entries, folder, seconds)), createGzip({ level }), createWriteStream(path))
}

/** @param {readonly import('./entries.mjs').Entry[]} entries @param {string} folder @param {number} seconds */
async function* records(entries, folder, seconds) {
  const known = new Set(['.'])
  for (const entry of entries) {
    const path = `${folder}/${entry.path}`
    for (const above of newFolders(dirname(path), known))
      yield header({ path: `${above}/`, mode: FOLDER_MODE, bytes: 0, seconds })
    const bytes = 'from' in entry ? statSync(entry.from).size : entry.bytes.length
    yield header({ path, mode: entry.mode, bytes, seconds })
    if ('from' in entry) yield* createReadStream(entry.from, { highWaterMark: 1 << 20 })
    else yield entry.bytes
    yield Buffer.alloc(-bytes & (BLOCK - 1))
  }
  yield Buffer.alloc(2 * BLOCK)
}

/**
 * Returns the parent folders that have no record yet, outermost first.
 * @param {string} path
 * @param {Set<string>} known
 * @returns {string[]}
 */
function newFolders(path, known) {
  if (known.has(path)) return []
  known.add(path)
  return [...newFolders(dirname(path), known), path]
}

/** @param {{ path: string, mode: number, bytes: number, seconds: number }} record */
function header({ path, mode, bytes, seconds }) {
  const block = Buffer.alloc(BLOCK)
  const { name, prefix } = split(path)
  block.write(name, 0)
  block.write(octal(mode, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(bytes, 11), 124)
  block.write(octal(seconds, 11), 136)
  // The checksum treats its own field as spaces.
  block.write(' '.repeat(8), 148)
  block.write(path.endsWith('/') ? '5' : '0', 156)
  block.write('ustar\u000000root', 257)
  block.write('root', 297)
  block.write(prefix, 345)
  block.write(`${octal(sumOf(block), 6)}\0 `, 148)
  return block
}

/** @param {Buffer} block */
function sumOf(block) {
  return block.reduce((sum, byte) => sum + byte, 0)
}

/** @param {number} value @param {number} digits */
function octal(value, digits) {
  return value.toString(8).padStart(digits, '0')
}

/**
 * Splits a long path at a slash.
 * @param {string} path
 */
function split(path) {
  if (Buffer.byteLength(path) <= LONGEST_NAME) return { name: path, prefix: '' }
  const at = path.indexOf('/', path.length - LONGEST_NAME - 1)
  const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
  if (at < 0 || name === '' || Buffer.byteLength(name) > LONGEST_NAME || Buffer.byteLength(prefix) > LONGEST_PREFIX)
    throw new Error(`This path is too long for a tar archive: ${path}`)
  return { name, prefix }
}
