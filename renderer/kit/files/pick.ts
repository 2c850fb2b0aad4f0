import { type Picked, pickedFromList } from './picked.ts'

/** Inputs whose dialogs are open: one that nothing refers to may be collected before a person has chosen, and then says nothing. */
const asking = new Set<HTMLInputElement>()

/** Opens the system's dialog for a folder, for pictures, or for files of any kind. Undefined when nothing was chosen. Call it from a press. */
export function pickFiles(what: 'folder' | 'files' | 'any'): Promise<Picked | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.webkitdirectory = what === 'folder'
    if (what === 'files') input.accept = 'image/*,.tif,.tiff,.avif,.bmp'
    const settle = (picked: Picked | undefined) => {
      asking.delete(input)
      resolve(picked)
    }
    asking.add(input)
    input.addEventListener('change', () => settle(pickedFromList(input.files ?? [])))
    input.addEventListener('cancel', () => settle(undefined))
    input.click()
  })
}
