import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Files that the system has the program open: with a double click, or dropped on its icon. */
export interface OpenedFiles {
  /** Shows an archive as the start of a new project; false for what is none. */
  open(path: string): boolean
  /** The same for the last archive that stands in a command line, which was given in a folder. */
  openFrom(args: readonly string[], folder: string): boolean
  /** From now on archives are shown so; answers the place for the one that came before, empty where none did. */
  showWith(show: (hash: string) => void): string
  /** The path behind the number that the page was given; pages get at no other file. */
  pathOf(id: string): string | undefined
}

export function openedFiles(): OpenedFiles {
  const paths = new Map<string, string>()
  let show: ((hash: string) => void) | undefined
  let waiting = ''

  function open(path: string): boolean {
    if (!isArchive(path)) return false
    const id = randomUUID()
    paths.set(id, path)
    const params = new URLSearchParams({ opened: id, name: basename(path) })
    const hash = `#/?new&${params.toString()}`
    if (show === undefined) waiting = hash
    else show(hash)
    return true
  }

  return {
    open,
    openFrom(args, folder) {
      const archive = args.map((arg) => placeOf(arg, folder)).findLast(isArchive)
      return archive !== undefined && open(archive)
    },
    showWith(shown) {
      show = shown
      return waiting
    },
    pathOf: (id) => paths.get(id),
  }
}

/** Programs that open files may hand over `file:` addresses in place of paths. */
function placeOf(arg: string, folder: string): string {
  if (!/^file:/i.test(arg)) return resolve(folder, arg)
  try {
    return fileURLToPath(arg)
  } catch {
    // An address on another computer, which is no path here.
    return ''
  }
}

function isArchive(path: string): boolean {
  if (extname(path).toLowerCase() !== '.zip') return false
  try {
    return statSync(path).isFile()
  } catch {
    // Nothing is there, or this user may not look at it, or the disk does not answer.
    return false
  }
}
