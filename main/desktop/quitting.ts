import { app, dialog } from 'electron'
import type { CoreLink } from './core-link.ts'
import { say } from './words/speech.ts'
import { sayTitle } from './words/titles.ts'

/** After this nothing is waited for any more; every write that was answered is on disk. */
const LIMIT_MS = 5000
/** More tasks are counted. */
const MOST_TITLES = 5

export interface Quitting {
  /** A signal told the program to end: no page may ask to stay. */
  isForced(): boolean
  /** The program ends only when this core has stopped, and, where tasks would stop with it, when a person means that. */
  stopFirst(core: CoreLink, showAgain: () => void): void
  /** Ends the program in the same order, and starts it again from what is installed now. */
  restart(): void
}

/** Ends the program in order: windows first, then the core, then the rest. */
export function watchQuitting(): Quitting {
  let isForced = false
  let isRestart = false
  const quit = () => {
    isForced = true
    setTimeout(() => app.exit(1), LIMIT_MS)
    app.quit()
  }
  process.once('SIGTERM', quit)
  process.once('SIGINT', quit)
  return {
    isForced: () => isForced,
    stopFirst(core, showAgain) {
      askWhileAtWork(
        core,
        () => isForced,
        () => {
          isRestart = false
          showAgain()
        },
      )
      stopBeforeEnd(core, () => isRestart && startAgain())
    },
    restart() {
      isRestart = true
      app.quit()
    },
  }
}

function askWhileAtWork(core: CoreLink, isForced: () => boolean, showAgain: () => void): void {
  let isMeant = false
  app.on('before-quit', (event) => {
    if (isMeant || isForced()) return
    event.preventDefault()
    void isQuitMeant(core).then((meant) => {
      if (!meant && !isForced()) return showAgain()
      isMeant = true
      app.quit()
    })
  })
}

/** Says what stops and what goes on, where something does. */
async function isQuitMeant({ openTasks }: CoreLink): Promise<boolean> {
  const titles = (await openTasks?.()) ?? []
  if (titles.length === 0) return true
  const shown = titles.slice(0, MOST_TITLES).map(sayTitle).join('\n')
  const more =
    titles.length > MOST_TITLES ? `\n${say('and {{count}} more', { count: String(titles.length - MOST_TITLES) })}` : ''
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: say('Tasks are running. If you quit, they pause until Tessera is started again.'),
    detail: `${shown}${more}\n\n${say('Until then, other programs can’t reach Tessera’s servers. Your saved work is not affected.')}`,
    buttons: [say('Cancel'), say('Quit')],
    defaultId: 0,
    cancelId: 0,
  })
  return response === 1
}

function startAgain(): void {
  const { APPIMAGE: execPath } = process.env
  app.relaunch(execPath === undefined ? {} : { execPath })
}

function stopBeforeEnd(core: CoreLink, atEnd: () => void): void {
  let stopped: 'no' | 'soon' | 'yes' = 'no'
  app.on('will-quit', (event) => {
    if (stopped === 'yes') return atEnd()
    event.preventDefault()
    if (stopped === 'soon') return
    stopped = 'soon'
    void core.stop().finally(() => {
      stopped = 'yes'
      // Electron forgets a quit that is asked for while it still tells of the prevented one.
      setImmediate(() => app.quit())
    })
  })
}
