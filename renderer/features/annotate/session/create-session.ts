import type { QueryClient } from '@tanstack/react-query'
import type { ImageId, ProjectSlug } from '#common/ids'
import { ImageShelf, loadBitmap } from '#renderer/canvas/images'
import { connection } from '#renderer/data/connection'
import { onLibraryNote } from '#renderer/data/notes'
import { queries } from '#renderer/data/queries'
import { refusalReason, sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { afterFrame } from '#renderer/ui/app/after-frame'
import { personName } from '#renderer/ui/app/person'
import { wait } from '#renderer/ui/app/wait'
import { watchUnnamed } from '../editor/drafts/unnamed.ts'
import { Editor } from '../editor/editor.ts'
import type { Session } from '../editor/hooks/session.tsx'
import { screenStore } from '../editor/screen-store.ts'
import { DocumentStore } from '../model/document/document-store.ts'
import { TOOLS } from '../tools/registry.ts'
import { indexedJournal } from './indexed-journal.ts'
import { sketchKeeper } from './keep-sketches.ts'
import { sayDocumentNotice, sayNotice } from './notices.ts'

const GIB = 1024 ** 3
const UNTOLD_GIB = 4

/** Decoded images may take a quarter of the memory, and two gigabytes at most. Browsers tell of no more than eight, some of nothing. */
function shelfBytes(): number {
  const told = 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : UNTOLD_GIB
  return Math.min(2, told / 4) * GIB
}

/** Tiles are small: with few at once the disk and the decoder would wait for each other. */
const PARALLEL = 6

/** One a project, kept when the page is left: what is on its way goes on, and unfinished polygons are there on return. */
const sessions = new Map<ProjectSlug, Session>()

/** All of this window. */
export function openSessions(): readonly Session[] {
  return [...sessions.values()]
}

export function sessionOf(project: ProjectSlug, client: QueryClient): Session {
  const session = sessions.get(project) ?? createSession(project, client)
  if (sessions.size === 0) watchOver()
  sessions.set(project, session)
  return session
}

function createSession(project: ProjectSlug, client: QueryClient): Session {
  const detailsOf = (image: ImageId) => client.getQueryData(queries.image(project, image).queryKey)
  const documents = new DocumentStore({
    project,
    port: studio.annotations,
    by: personName,
    reasonOf: refusalReason,
    sentenceOf,
    notify: (notice) => sayDocumentNotice(notice, { editor: editor, nameOf: (image) => detailsOf(image)?.name }),
    isHeld: (image, shapes) => editor.isHeld(image, shapes),
    wait,
    journal: indexedJournal(placeOf(client), project),
  })
  documents.setAway(connection.getState().status !== 'open')
  const editor: Editor = new Editor({
    project,
    documents,
    tools: TOOLS,
    frameOf: detailsOf,
    say: (notice) => sayNotice(notice, editor),
    core: { segment: studio.segment, facts: (image) => client.ensureQueryData(queries.image(project, image)) },
    keepSketch: sketchKeeper({ project, port: studio.annotations, reasonOf: refusalReason, wait }),
  })
  return {
    editor,
    screen: screenStore({ state: editor.store, documents: documents.store }, afterFrame),
    shelf: new ImageShelf({ maxBytes: shelfBytes(), parallel: PARALLEL, load: loadBitmap }),
  }
}

/** Which library this is, and on which machine: what waits for one is not for another. */
export async function placeOf(client: QueryClient): Promise<string> {
  const { library, place } = await client.ensureQueryData(queries.session())
  return `${place.connection} ${library.path}`
}

function closeAll(): void {
  for (const { editor } of sessions.values()) editor.documents.close()
  sessions.clear()
}

let isWatching = false

/** The window asks before it closes over labels that are not on disk; the images of another place are other images. */
function watchOver(): void {
  if (isWatching) return
  isWatching = true
  onLibraryNote(({ kind }) => kind === 'moved' && closeAll())
  watchUnnamed((project, image) => sessions.get(project)?.editor.unnamedChanged(image))
  connection.subscribe(({ status }) => {
    for (const { editor } of openSessions()) editor.documents.setAway(status !== 'open')
  })
  addEventListener('beforeunload', (event) => {
    for (const { editor } of openSessions()) editor.settle()
    const isWaiting = openSessions().some(
      ({ editor: { documents, state } }) => documents.store.getState().waiting > 0 || state.machine.accepted > 0,
    )
    if (isWaiting) event.preventDefault()
  })
}
