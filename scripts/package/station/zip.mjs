/** A reproducible ZIP file for all systems. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/**
 * Writes the entries below one folder.
 * @param {string} path
 * @param {readonly import('./entries.mjs').Entry[]} entries
 * @param {{ folder: string, seconds: number, level: number }} options
 */
export async function writeZip(path, entries, { folder, seconds, level }) {
  const zip = new ZipFile()
  for (const entry of entries) {
    const name = `${folder}/${entry.path}`
    const options = { mtime: zonelessDate(seconds), forceDosTimestamp: true, mode: 0o100000 | entry.mode }
    const compression = { compress: level > 0, ...(level > 0 && { compressionLevel: level }) }
    if ('from' in entry) zip.addFile(entry.from, name, { ...options, ...compression })
    else zip.addBuffer(entry.bytes, name, { ...options, ...compression })
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

/**
 * ZIP stores local time, so this returns a date whose local fields show UTC.
 * @param {number} seconds
 */
function zonelessDate(seconds) {
  const utc = new Date(seconds * 1000)
  return new Date(utc.getTime() + utc.getTimezoneOffset() * 60_000)
}
