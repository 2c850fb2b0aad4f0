import { dirname, join } from 'node:path'
import { app, dialog } from 'electron'
import { ask } from '../question/ask.ts'
import { say } from '../words/speech.ts'
import { folderFor, holdsLibrary, type KeptPlace, keepPlace, keptPlace, preparePlace } from './library-place.ts'

const KEEP = 'Use this folder'
const CHOOSE = 'Choose another folder…'
const AGAIN = 'Try again'
const NEW = 'Create a new library here'

/**
 * Where the library lies when nothing names it: as it was decided at the first start, which asks. Undefined when the person would rather
 * not start.
 */
export async function libraryLocation(usual: string): Promise<string | undefined> {
  const file = locationFile()
  const kept = keptPlace(file)
  if (kept === undefined && holdsLibrary(usual)) return usual
  if (typeof kept === 'object' && isThere(kept)) return kept.library
  const decided = await (typeof kept === 'object' ? missedPlace(kept.library) : firstPlace(usual, kept))
  if (decided !== undefined) keepPlace(file, { library: decided, isNew: true })
  return decided
}

/** Whether a library lies where it was kept, or is still to be made there. */
function isThere({ library, isNew }: KeptPlace): boolean {
  return isNew || holdsLibrary(library)
}

/** From now on a library that is not where it was is missed, and no new one made in its place. */
export function confirmLibraryLocation(): void {
  const kept = keptPlace(locationFile())
  if (typeof kept !== 'object' || !kept.isNew || !holdsLibrary(kept.library)) return
  keepPlace(locationFile(), { ...kept, isNew: false })
}

function firstPlace(usual: string, kept: 'damaged' | undefined): Promise<string | undefined> {
  return askedPlace(usual, kept && damagedSentence(locationFile(), usual))
}

function damagedSentence(file: string, folder: string): string {
  return say(
    'The file {{file}} is damaged, so Tessera does not know where your library is. Choose the folder that contains it, or use {{folder}}.',
    { file, folder },
  )
}

/** Asks for a library that was there and is not: its disk may not be connected. */
async function missedPlace(folder: string): Promise<string | undefined> {
  const answer = await ask({
    title: say('Your library was not found'),
    text: say(
      'Your library was in {{folder}}. Connect its disk and try again, or choose the folder that contains it.',
      { folder },
    ),
    acts: [AGAIN, CHOOSE, NEW, 'Quit'],
  })
  if (answer?.act === AGAIN) return holdsLibrary(folder) ? folder : missedPlace(folder)
  if (answer?.act === NEW) return madePlace(folder)
  if (answer?.act !== CHOOSE) return undefined
  const chosen = await chosenFolder(folder)
  if (chosen === undefined) return missedPlace(folder)
  return holdsLibrary(chosen) ? chosen : askedPlace(chosen)
}

function locationFile(): string {
  return join(app.getPath('userData'), 'library.json')
}

/** Asks until there is a folder that can be written. */
async function askedPlace(folder: string, refusal?: string): Promise<string | undefined> {
  const answer = await ask({
    title: say('Where should your library be?'),
    text:
      refusal ??
      say(
        'Tessera will store images, annotations and versions in {{folder}}. Use a local disk with enough space; network drives can corrupt databases.',
        { folder },
      ),
    acts: [KEEP, CHOOSE, 'Quit'],
  })
  if (answer?.act === CHOOSE) return askedPlace((await chosenFolder(folder)) ?? folder)
  return answer?.act === KEEP ? madePlace(folder) : undefined
}

async function madePlace(folder: string): Promise<string | undefined> {
  const place = preparePlace(folder)
  return 'refusal' in place ? askedPlace(folder, place.refusal) : place.folder
}

/** Asks for another folder than one that cannot be used, and saves it for the next start; false if none was chosen. */
export async function saveLibraryLocation(unusable: string): Promise<boolean> {
  const chosen = await chosenFolder(dirname(unusable))
  const place = chosen === undefined ? undefined : preparePlace(chosen)
  if (place === undefined) return false
  const library = 'refusal' in place ? await askedPlace(unusable, place.refusal) : place.folder
  if (library !== undefined) keepPlace(locationFile(), { library, isNew: true })
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
