import type { Query, QueryClient } from '@tanstack/react-query'
import type { LibraryNote } from '#common/contract/session'
import { connection } from './connection.ts'
import { keys } from './queries.ts'
import { studio } from './studio.ts'

type Listener = (note: LibraryNote) => void

const listeners = new Set<Listener>()

/** Hears every note of the core, one by one, until the returned function is called. */
export function onLibraryNote(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** One subscription for the window: what changed in the library is asked for again. Called once, by the entry. */
export function startNotes(client: QueryClient): void {
  const stale = new Map<string, readonly unknown[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const all = [...stale.values()]
    stale.clear()
    for (const queryKey of all) void client.invalidateQueries({ queryKey })
  }
  const hear = (note: LibraryNote) => {
    for (const listener of listeners) listener(note)
    // Nothing of the place before may be seen, not even for a moment.
    if (note.kind === 'moved') return void client.resetQueries()
    if (note.kind === 'place' && note.isOpen) return void client.invalidateQueries()
    for (const key of staleKeys(note)) stale.set(JSON.stringify(key), key)
    timer ??= setTimeout(flush, GATHER_MS)
  }
  connection.subscribe((now, before) => {
    if (now.epoch === before.epoch) return
    void (before.epoch > 0 ? client.invalidateQueries() : client.refetchQueries({ predicate: hasFailed }))
    void watch(now.epoch, hear)
  })
}

function hasFailed({ state }: Query): boolean {
  return state.status === 'error'
}

/** Notes come in bursts while images are brought in; they are gathered before anything is asked again. */
const GATHER_MS = 300

async function watch(epoch: number, hear: Listener): Promise<void> {
  try {
    for await (const note of await studio.session.watch()) {
      if (connection.getState().epoch !== epoch) return
      hear(note)
    }
  } catch {
    // The stream ended with its connection; the next connection starts the next one.
  }
}

type Everywhere = Exclude<LibraryNote, { readonly project: unknown }>['kind']

/** Stale queries after notes that concern no project. */
const EVERYWHERE: Readonly<Record<Everywhere, readonly (readonly unknown[])[]>> = {
  projects: [keys.projects, keys.session, keys.trash, keys.catalog],
  task: [keys.tasks],
  keys: [keys.apiKeys],
  // No screen shows workflows.
  workflows: [],
  connections: [keys.connections, keys.session],
  models: [keys.models],
  // They come faster than they are counted: whoever shows events asks at a pace of its own.
  events: [],
  moved: [keys.session],
  place: [keys.session],
}

function staleKeys(note: LibraryNote): readonly (readonly unknown[])[] {
  if (!('project' in note)) return EVERYWHERE[note.kind]
  const summary = [keys.summary(note.project), keys.projects, keys.trash]
  if (note.kind === 'images') return [...summary, keys.images(note.project), keys.jobs(note.project)]
  if (note.kind === 'views') return [keys.views(note.project)]
  if (note.kind === 'jobs') return [keys.projects, keys.jobs(note.project), keys.facets(note.project)]
  if (note.kind === 'classes') return [keys.projects, keys.classes(note.project), keys.images(note.project)]
  return [...summary, keys.versions(note.project)]
}
