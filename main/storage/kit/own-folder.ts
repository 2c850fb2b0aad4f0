import { accessSync, chmodSync, constants, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { message } from '#common/messages/message'
import { SaidError } from '#common/messages/said-error'
import type { Message } from '#common/messages/template'
import { makeFolderSync } from '#disk/make-folder'
import { reasonOf } from './reasons.ts'

/** A folder that cannot be used; the message names it, why, and what to do. */
export class FolderUnusableError extends SaidError {
  override readonly name = 'FolderUnusableError'
  readonly code = 'folder-unusable'

  constructor(folder: string, reason: Message, cause?: unknown) {
    super(message('start-folder-unusable', { folder }, reason), { cause })
  }
}

const READABLE_BY_OTHERS = 0o077

/** Makes a folder that only its owner can open, and closes one that is there already to everybody else. */
export function openOwnFolder(folder: string): void {
  try {
    makeFolderSync(folder, 0o700)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (failure) {
    throw new FolderUnusableError(folder, reasonOf(failure, folder), failure)
  }
  refusePipes(folder)
  closeToOthers(folder)
}

/** Opening a pipe waits until somebody writes into it, and that may be never. */
function refusePipes(folder: string): void {
  const pipe = readdirSync(folder).find((name) => isPipe(join(folder, name)))
  if (pipe !== undefined) throw new FolderUnusableError(folder, message('folder-holds-pipe', { name: pipe }))
}

function isPipe(path: string): boolean {
  try {
    const found = statSync(path)
    return found.isFIFO() || found.isCharacterDevice()
  } catch {
    // Whoever needs it says why it cannot be read.
    return false
  }
}

/** Of what lies inside, the uppermost files and folders are enough: nobody gets further. Windows protects a person's folders itself. */
function closeToOthers(folder: string): void {
  if (process.platform === 'win32') return
  closeOne(folder)
  for (const name of readdirSync(folder)) closeOne(join(folder, name))
}

function closeOne(path: string): void {
  try {
    const found = lstatSync(path)
    const isOpen = (found.mode & READABLE_BY_OTHERS) !== 0
    // The link is ours, what it leads to may be shared on purpose.
    if (isOpen && (found.isDirectory() || found.isFile())) chmodSync(path, found.mode & 0o700)
  } catch {
    // It belongs to somebody else, went meanwhile, or lies on a disk without rights (FAT): used as it is.
  }
}
