import { useEffect, useRef, useState } from 'react'
import { readOnlyNow, type Written } from '#renderer/data/read-only'
import { isEditing } from '../app/commands.ts'
import { carriesFiles, pickedFromDrop } from './drop.ts'
import { type Picked, pickedFromList } from './picked.ts'

/**
 * Accepts files dropped anywhere in the window or pasted, unless the data in `writes` is read-only. Returns whether a
 * drag is over the window.
 */
export function useFileDrop(onFiles: (picked: Picked) => void, writes?: Written): boolean {
  const [isOver, setOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = (picked) => {
      if (readOnlyNow(writes) === undefined) onFiles(picked)
    }
  })
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null && readOnlyNow(writes) !== undefined) event.dataTransfer.dropEffect = 'none'
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!carriesFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      give(pickedFromDrop(event.dataTransfer), take.current)
    }
    const paste = (event: ClipboardEvent) => {
      if (isEditing(event.target) || event.clipboardData === null) return
      give(pickedFromList([...event.clipboardData.files].map(named)), take.current)
    }
    addEventListener('dragover', over, options)
    addEventListener('dragleave', leave, options)
    addEventListener('drop', drop, options)
    addEventListener('paste', paste, options)
    return () => stop.abort()
  }, [writes])
  return isOver
}

function give(picked: Picked | undefined, take: (picked: Picked) => void): void {
  if (picked !== undefined) take(picked)
}

/** A clipboard image is always called image.png, so the time is added to its name. */
function named(file: File): File {
  if (file.name !== 'image.png') return file
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return new File([file], `pasted-${stamp}.png`, { type: file.type })
}
