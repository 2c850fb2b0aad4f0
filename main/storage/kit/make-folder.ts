import { mkdir } from 'node:fs/promises'

/** Makes a folder where there is none. On a disk that is read-only, the recursive way would only say that the folder is missing. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
    if (code === 'ENOENT') await mkdir(path, { recursive: true })
    else if (code !== 'EEXIST') throw failure
  }
}
