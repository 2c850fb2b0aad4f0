import { type Picked, pickedFromList } from './picked.ts'

/** Inputs with open dialogs. An unreferenced one may be collected before the user has chosen, and then never fires. */
const asking = new Set<HTMLInputElement>()

/**
 * Opens the system's file dialog for the types in `accept`. Returns undefined when nothing was chosen. Call it from a
 * user gesture.
 */
export function askForFiles(wanted: Partial<Pick<HTMLInputElement, 'accept' | 'multiple' | 'webkitdirectory'>>) {
  return new Promise<FileList | undefined>((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', ...wanted })
    const settle = (files: FileList | undefined) => {
      asking.delete(input)
      resolve(files)
    }
    asking.add(input)
    input.addEventListener('change', () => settle(input.files ?? undefined))
    input.addEventListener('cancel', () => settle(undefined))
    input.click()
  })
}

/**
 * Opens the system's dialog for a folder, for images, or for any files. Returns undefined when nothing was chosen. Call
 * it from a user gesture.
 */
export async function pickFiles(what: 'folder' | 'files' | 'any'): Promise<Picked | undefined> {
  const accept = what === 'files' ? 'image/*,.tif,.tiff,.avif,.bmp' : ''
  const files = await askForFiles({ multiple: true, webkitdirectory: what === 'folder', accept })
  return files && pickedFromList(files)
}
