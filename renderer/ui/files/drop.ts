import { type Picked, type PickedFile, pickedFromList } from './picked.ts'

/** Returns whether a drag carries files from outside the window. */
export function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true
}

/** Returns the dropped files and folders. Entries must be taken during the event; folders can be read later. */
export function pickedFromDrop(data: DataTransfer): Picked | undefined {
  const entries = [...data.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry === null ? [] : [entry]
  })
  if (entries.length === 0) return pickedFromList(data.files)
  const [only] = entries
  const folder = entries.length === 1 && only?.isDirectory === true ? only.name : undefined
  return { folder, chunks: walk(entries) }
}

const CHUNK = 200

async function* walk(roots: readonly FileSystemEntry[]): AsyncGenerator<readonly PickedFile[]> {
  let chunk: PickedFile[] = []
  for (const root of roots) {
    for await (const found of filesBelow(root)) {
      chunk.push(found)
      if (chunk.length < CHUNK) continue
      yield chunk
      chunk = []
    }
  }
  if (chunk.length > 0) yield chunk
}

async function* filesBelow(entry: FileSystemEntry): AsyncGenerator<PickedFile> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    yield { path: entry.fullPath.replace(/^\//, ''), file }
  } else if (isDirectory(entry)) {
    const reader = entry.createReader()
    // A reader returns at most a hundred entries at a time, and an empty list at the end.
    for (let some = await read(reader); some.length > 0; some = await read(reader)) {
      for (const child of some) yield* filesBelow(child)
    }
  }
}

function read(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject))
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
