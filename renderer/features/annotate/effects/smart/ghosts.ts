import type { Editor } from '../../editor/editor.ts'
import type { Ghost } from '../../model/machine.ts'
import { setMachine } from './machine-task.ts'

/** Removes ghosts at the next action; returns a function that stops this. */
export function watchGhosts(editor: Editor): () => void {
  let since: unknown[] = []
  let ghosts: readonly Ghost[] = []
  const look = () => {
    const { machine, image, selection, armed } = editor.state
    const now = [image, selection, armed.tool, editor.document?.known.undo.at(-1)]
    if (machine.ghosts !== ghosts) {
      ghosts = machine.ghosts
      since = now
    }
    if (ghosts.length === 0) return
    if (armed.isDrafting || now.some((each, place) => each !== since[place])) setMachine(editor, { ghosts: [] })
  }
  const stops = [editor.store.subscribe(look), editor.documents.store.subscribe(look)]
  return () => {
    for (const stop of stops) stop()
  }
}
