import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { makeFolderSync } from '#disk/make-folder'
import { type Phrase, say } from '../words/speech.ts'
import { readSmall } from './read-small.ts'
import { writeWhole } from './write-whole.ts'

/** Where a library can lie, and why it cannot lie somewhere. */
export type Place = { readonly folder: string } | { readonly refusal: string }

/** The name of a library's folder in a folder that holds other things as well. */
const OWN_FOLDER = 'Tessera library'

const Kept = z.object({
  library: z.string().refine(isAbsolute),
  /** No library has been there yet: a person has just chosen the place. */
  isNew: z.boolean().default(false),
})
export type KeptPlace = z.infer<typeof Kept>

/** The place that was decided once, kept in a file; undefined where none was, and "damaged" where the file no longer says it. */
export function keptPlace(file: string): KeptPlace | 'damaged' | undefined {
  try {
    const text = readSmall(file)
    return text === undefined ? undefined : Kept.parse(JSON.parse(text))
  } catch {
    return 'damaged'
  }
}

/** Where it cannot be kept, the next start asks again. */
export function keepPlace(file: string, kept: KeptPlace): void {
  try {
    writeWhole(file, JSON.stringify(kept))
  } catch (failure) {
    process.stderr.write(`The location of the library could not be saved: ${String(failure)}\n`)
  }
}

/** Whether a library lies there: whoever has one already is not asked. */
export function holdsLibrary(folder: string): boolean {
  return existsSync(join(folder, 'library.db')) || existsSync(join(folder, 'blobs'))
}

/** The folder of the library for a folder that a person chose: itself where it is empty or a library, a new one in it otherwise. */
export function folderFor(chosen: string): string {
  const isOwn = holdsLibrary(chosen) || isEmpty(chosen)
  return isOwn ? chosen : join(chosen, OWN_FOLDER)
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).every((name) => name === '.DS_Store' || name === 'desktop.ini')
  } catch {
    return true
  }
}

/** Makes the folder, and makes sure that it can be written. */
export function preparePlace(folder: string): Place {
  try {
    makeFolderSync(folder)
    if (!statSync(folder).isDirectory()) return { refusal: say(NO_FOLDER, { folder }) }
    accessSync(folder, constants.R_OK | constants.W_OK)
    return { folder }
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
    return { refusal: say(REFUSALS[code] ?? 'The folder {{folder}} cannot be used. Choose another one.', { folder }) }
  }
}

const NO_FOLDER: Phrase = '{{folder}} is not a folder. Choose another one.'
const NO_PERMISSION: Phrase = 'You don’t have permission to write to {{folder}}. Choose another folder.'

const REFUSALS: Readonly<Record<string, Phrase>> = {
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: '{{folder}} is on a read-only disk. Choose another folder.',
  ENOSPC: 'The disk that contains {{folder}} is full. Choose another folder.',
  EEXIST: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
}
