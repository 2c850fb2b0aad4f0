import { dirname, join } from 'node:path'
import { app, dialog } from 'electron'
import { ask } from '../question/ask.ts'
import { say } from '../words/speech.ts'
import { folderFor, holdsLibrary, keepPlace, keptPlace, preparePlace } from './library-place.ts'

const KEEP = 'Use this folder'
const CHOOSE = 'Choose another folder…'

/**
 * Where the library lies when nothing names it: as it was decided at the first start, which asks. Undefined when the person would rather
 * not start.
 */
export async function libraryLocation(usual: string): Promise<string | undefined> {
  const file = locationFile()
  const known = keptPlace(file) ?? (holdsLibrary(usual) ? usual : undefined)
  if (known !== undefined) return known
  const decided = await askedPlace(usual)
  if (decided !== undefined) keepPlace(file, decided)
  return decided
}

function locationFile(): string {
  return join(app.getPath('userData'), 'library.json')
}

/** Asks until there is a folder that can be written. */
async function askedPlace(folder: string, refusal?: string): Promise<string | undefined> {
  const answer = await ask({
    title: 'Where should your library be?',
    text:
      refusal ??
      `Tessera will store images, annotations and versions in ${folder}. Use a local disk with enough space; network drives can corrupt databases.`,
    acts: [KEEP, CHOOSE, 'Quit'],
  })
  if (answer?.act === CHOOSE) return askedPlace((await chosenFolder(folder)) ?? folder)
  if (answer?.act !== KEEP) return undefined
  const place = preparePlace(folder)
  return 'refusal' in place ? askedPlace(folder, place.refusal) : place.folder
}

/** Asks for another folder than one that cannot be used, and saves it for the next start; false if none was chosen. */
export async function saveLibraryLocation(unusable: string): Promise<boolean> {
  const chosen = await chosenFolder(dirname(unusable))
  const place = chosen === undefined ? undefined : preparePlace(chosen)
  if (place === undefined) return false
  const library = 'refusal' in place ? await askedPlace(unusable, place.refusal) : place.folder
  if (library !== undefined) keepPlace(locationFile(), library)
  return library !== undefined
}

async function chosenFolder(folder: string): Promise<string | undefined> {
  const { filePaths } = await dialog.showOpenDialog({
    title: say('Choose a folder for your library'),
    defaultPath: folder,
    properties: ['openDirectory', 'createDirectory'],
  })
  const [chosen] = filePaths
  return chosen === undefined ? undefined : folderFor(chosen)
}
