import { type Picked, pickedFromList } from './picked.ts'

/** Opens the system's dialog for a folder, for pictures, or for files of any kind. Undefined when nothing was chosen. Call it from a press. */
export function pickFiles(what: 'folder' | 'files' | 'any'): Promise<Picked | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.webkitdirectory = what === 'folder'
    if (what === 'files') input.accept = 'image/*,.tif,.tiff,.avif,.bmp'
    input.addEventListener('change', () => resolve(pickedFromList(input.files ?? [])))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}
