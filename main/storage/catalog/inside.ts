import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { z } from 'zod'
import { message } from '#common/messages/message'
import { PublishedFileError } from '#core/exchange/catalog/ports'

/** The path of a file of a published project. Throws `PublishedFileError` where links lead out of the folder. */
export async function pathInside(folder: string, file: string): Promise<string> {
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, ...file.split('/')))])
    if (!path.startsWith(`${root}${sep}`)) throw new PublishedFileError(message('published-file-outside'))
    if (!(await stat(path)).isFile()) throw new PublishedFileError(message('published-not-file'))
    return path
  } catch (failure) {
    throw failure instanceof PublishedFileError ? failure : new PublishedFileError(message('published-file-missing'))
  }
}

/** The bytes of a file; they end with `PublishedFileError` where their SHA-256 is another. */
export async function* checkedBytes(path: string, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) {
      const bytes = z.instanceof(Uint8Array).parse(chunk)
      hash.update(bytes)
      yield bytes
    }
  } catch (failure) {
    throw new PublishedFileError(message('published-file-unreadable'), { cause: failure })
  }
  if (hash.digest('hex') !== sha256) throw new PublishedFileError(message('published-file-changed'))
}

/** SHA-256 of a file in hexadecimal digits. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(z.instanceof(Uint8Array).parse(chunk))
  return hash.digest('hex')
}
