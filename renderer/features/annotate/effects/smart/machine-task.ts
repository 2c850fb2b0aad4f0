import type { Editor } from '../../editor/editor.ts'
import type { Machine, MachineTask } from '../../model/machine.ts'

export function setMachine(editor: Editor, part: Partial<Machine>): void {
  editor.set({ machine: { ...editor.state.machine, ...part } })
}

type Work<Item> = (item: Item, signal: AbortSignal) => Promise<void>

/**
 * Does work with one thing after the other and shows how far it is. A person can stop it, and the next work of this kind stops it too;
 * false when it was stopped.
 */
export async function runMachineTask<Item>(
  editor: Editor,
  { kind, items }: { readonly kind: MachineTask['kind']; readonly items: readonly Item[] },
  work: Work<Item>,
): Promise<boolean> {
  editor.state.machine.task?.stop()
  const stop = new AbortController()
  const task = { kind, total: items.length, stop: () => stop.abort() }
  const show = (done: number) => setMachine(editor, { task: { ...task, done } })
  const isShown = () => editor.state.machine.task?.stop === task.stop
  show(0)
  try {
    for (const [place, item] of items.entries()) {
      await work(item, stop.signal)
      if (stop.signal.aborted) return false
      if (isShown()) show(place + 1)
    }
    return true
  } catch (error) {
    if (stop.signal.aborted) return false
    throw error
  } finally {
    if (isShown()) setMachine(editor, { task: undefined })
  }
}
