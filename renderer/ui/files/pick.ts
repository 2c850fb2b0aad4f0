import { type Picked, pickedFromList } from './picked.ts'

/** Inputs whose dialogs are open: one that nothing refers to may be collected before a person has chosen, and then says nothing. */
const asking = new Set<HTMLInputElement>()

/** Opens the system's dialog for files of one kind, as `accept` names it. Undefined when nothing was chosen. Call it from a press. */
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

/** Opens the system's dialog for a folder, for images, or for files of any kind. Undefined when nothing was chosen. Call it from a press. */
export async function pickFiles(what: 'folder' | 'files' | 'any'): Promise<Picked | undefined> {
  const accept = what === 'files' ? 'image/*,.tif,.tiff,.avif,.bmp' : ''
  const files = await askForFiles({ multiple: true, webkitdirectory: what === 'folder', accept })
  return files && pickedFromList(files)
}
