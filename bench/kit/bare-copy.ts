import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'

/** Does the minimum of an import. The thumbnail is made by the studio's own code. */
export async function copyBare(path: string, folder: string): Promise<void> {
  const bytes = await readFile(path)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const copy = join(folder, hash)
  await writeFile(copy, bytes)
  await sharp(copy)
    .autoOrient()
    .resize(320, 320, { fit: 'inside' })
    .webp({ quality: 78, effort: 1 })
    .toFile(join(folder, `${basename(path)}.webp`))
}
