import type { LibraryNote } from '#common/contract/session'
import type { Notes } from '#core/ports'

/** Notes that follow each other are handed over together, this long after the last: each message costs a system call and an answer. */
const PACE_MS = 100
/** Notes about single images of a project; from so many on, one note says that its images changed. */
const MANY_IMAGES = 4

export interface NoteHub extends Notes {
  /**
   * Every note from now on, until the signal ends it. The first is handed over at once, those that follow it quickly a moment later, unless
   * somebody waits for one of them. Notes of the same subject that nobody has read yet are one.
   */
  subscribe(signal: AbortSignal): AsyncGenerator<LibraryNote>
  /** The same without what was relayed. */
  subscribeOwn(signal: AbortSignal): AsyncGenerator<LibraryNote>
  /** Passes on what changed on the machine that the studio works on. */
  relay: Notes['publish']
}

/** Hands what changed to every open screen. A slow reader gets fewer notes, never a growing queue. */
export function noteHub(): NoteHub {
  const [all, own] = [new Set<Notes['publish']>(), new Set<Notes['publish']>()]
  const tell = (listeners: ReadonlySet<Notes['publish']>): Notes['publish'] => {
    return (note, pace) => {
      for (const listener of listeners) listener(note, pace)
    }
  }
  const [relay, tellOwn] = [tell(all), tell(own)]
  return {
    relay,
    publish(note, pace) {
      relay(note, pace)
      tellOwn(note, pace)
    },
    subscribe: (signal) => notesFor(all, signal),
    subscribeOwn: (signal) => notesFor(own, signal),
  }
}

/** The notes for one reader. */
async function* notesFor(listeners: Set<Notes['publish']>, signal: AbortSignal): AsyncGenerator<LibraryNote> {
  const waiting = new Map<string, LibraryNote>()
  let isAwaited = false
  let wake = () => {}
  let endPause = () => {}
  function listen(note: LibraryNote, pace?: 'at-once') {
    const subject = subjectOf(note)
    waiting.set(subject, together(waiting.get(subject), note))
    wake()
    if (pace === undefined) return
    isAwaited = true
    endPause()
  }
  function end() {
    wake()
    endPause()
  }
  listeners.add(listen)
  signal.addEventListener('abort', end, { once: true })
  try {
    while (!signal.aborted) {
      const batch = withoutCrowds([...waiting.values()])
      waiting.clear()
      isAwaited = false
      yield* batch
      if (batch.length > 0 && !isAwaited && !signal.aborted) {
        await new Promise<void>((resolve) => {
          endPause = resolve
          setTimeout(resolve, PACE_MS).unref()
        })
      }
      if (waiting.size === 0 && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    listeners.delete(listen)
  }
}

function subjectOf(note: LibraryNote): string {
  return JSON.stringify(note.kind === 'images' ? { ...note, revision: undefined } : note)
}

/** The latest revision of an image stands for those before it, but not for a change that is no revision, as of its proposals. */
function together(before: LibraryNote | undefined, note: LibraryNote): LibraryNote {
  return before?.kind === 'images' && before.revision === undefined ? before : note
}

/** Where many images of a project changed, one note for all of them. */
function withoutCrowds(notes: readonly LibraryNote[]): readonly LibraryNote[] {
  const crowds = new Set(
    [...Map.groupBy(notes.filter(isAboutImage), ({ project }) => project)]
      .filter(([, about]) => about.length >= MANY_IMAGES)
      .map(([project]) => project),
  )
  if (crowds.size === 0) return notes
  const whole = [...crowds].map((project) => ({ kind: 'images' as const, project }))
  return [...notes.filter((note) => note.kind !== 'images' || !crowds.has(note.project)), ...whole]
}

type ImagesNote = Extract<LibraryNote, { kind: 'images' }>

function isAboutImage(note: LibraryNote): note is ImagesNote {
  return note.kind === 'images' && note.image !== undefined
}
