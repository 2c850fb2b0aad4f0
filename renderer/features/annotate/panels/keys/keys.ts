import { useEffect } from 'react'
import { useAbility } from '#renderer/data/use-ability'
import { type Command, isEditing, useCommands } from '#renderer/ui/app/commands'
import { keyContextNow } from '../../commands/context.ts'
import { useEditor } from '../../editor/hooks/session.tsx'
import { useKeyCommands } from '../../tools/command-store.ts'

/** Offers the keyboard map of this moment, and watches the keys that are held. */
export function Keys() {
  const editor = useEditor()
  const canChangeClasses = useAbility()('change-classes')
  const commands = useKeyCommands().map(
    ({ id, label, chords, when, run }): Command => ({
      id: `annotate.${id}`,
      label,
      chord: chords,
      isEnabled: () => when(keyContextNow(editor, canChangeClasses)),
      isListed: !STEPS.test(id),
      run: (event) => run(editor, event),
    }),
  )
  useCommands(commands)
  useHeldKeys()
  return null
}

/** Nobody looks for a single step of the cursor by its name. */
const STEPS = /^(?:cursor|move|grow|class)-.*\d$/

/** Space pans, \ shows the image alone, arrows move and Z turns: until they are let go. */
function useHeldKeys(): void {
  const editor = useEditor()
  useEffect(() => {
    const stop = new AbortController()
    const down = (event: KeyboardEvent) => {
      if (event.code !== 'Space' || isEditing(event.target) || event.defaultPrevented) return
      event.preventDefault()
      if (!editor.state.isSpaceHeld) editor.set({ isSpaceHeld: true })
    }
    const up = (event: KeyboardEvent) => {
      if (event.code === 'Space') editor.set({ isSpaceHeld: false })
      if (event.key === '\\' || event.code === 'Backslash') editor.set({ isPeeking: false })
      if (event.key.startsWith('Arrow') || event.code === 'KeyZ') editor.settle()
    }
    const letGo = () => {
      editor.set({ isSpaceHeld: false, isPeeking: false })
      editor.settle()
    }
    addEventListener('keydown', down, { signal: stop.signal })
    addEventListener('keyup', up, { signal: stop.signal })
    addEventListener('blur', letGo, { signal: stop.signal })
    return () => stop.abort()
  }, [editor])
}
