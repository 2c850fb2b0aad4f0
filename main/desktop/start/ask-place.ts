import { join } from 'node:path'
import { app, dialog } from 'electron'
import { ask } from '../question/ask.ts'
import { say } from '../words/speech.ts'
import { folderFor, holdsLibrary, keepPlace, keptPlace, preparedPlace } from './library-place.ts'

const KEEP = 'Use this folder'
const CHOOSE = 'Choose another folder…'

/**
 * Where the library lies when nothing names it: as it was decided at the first start, which asks. Undefined when the person would rather
 * not start.
 */
export async function libraryPlace(usual: string): Promise<string | undefined> {
  const file = join(app.getPath('userData'), 'library.json')
  const known = keptPlace(file) ?? (holdsLibrary(usual) ? usual : undefined)
  if (known !== undefined) return known
  const decided = await askedPlace(usual)
  if (decided !== undefined) keepPlace(file, decided)
  return decided
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
  const place = preparedPlace(folder)
  return 'refusal' in place ? askedPlace(folder, place.refusal) : place.folder
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
