/** System files that are never imported (.DS_Store, Thumbs.db …). */
const SYSTEM_FILES = /^(?:\.ds_store|\._.*|thumbs\.db|ehthumbs\.db|desktop\.ini|icon\r)$/i
const SYSTEM_FOLDERS = /^(?:__MACOSX|\.git)$/

function partsOf(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
}

/** Whether systems and tools leave the file everywhere. */
export function isSystemFile(path: string): boolean {
  const parts = partsOf(path)
  return SYSTEM_FILES.test(parts.at(-1) ?? '') || parts.some((part) => SYSTEM_FOLDERS.test(part))
}

/** Whether a file, or a folder around it, is hidden by a dot before its name. */
export function isHidden(path: string): boolean {
  return partsOf(path).some((part) => part.startsWith('.'))
}

/** Files of a dataset that are left out because they are hidden. */
export interface HiddenFiles {
  readonly count: number
  /** The hidden folders and files, of many the first. */
  readonly roots: readonly string[]
}

/** More hidden folders are counted, and not named. */
export const MOST_ROOTS = 20

/** Counts hidden files, and passes over those of systems. */
export function hiddenTally() {
  const roots = new Set<string>()
  let count = 0
  return {
    add(path: string): void {
      if (isSystemFile(path) || !isHidden(path)) return
      count += 1
      if (roots.size < MOST_ROOTS) roots.add(rootOf(path))
    },
    seen: (): HiddenFiles => ({ count, roots: [...roots] }),
  }
}

const MOST_LETTERS = 200

/** `set/.cache` of `set/.cache/a/b`. */
function rootOf(path: string): string {
  const parts = partsOf(path)
  const hidden = parts.findIndex((part) => part.startsWith('.'))
  return parts
    .slice(0, hidden + 1)
    .join('/')
    .slice(0, MOST_LETTERS)
}
