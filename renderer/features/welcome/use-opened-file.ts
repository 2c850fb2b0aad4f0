import { useEffect, useRef } from 'react'
import { type Picked, pickedFromList } from '#renderer/ui/files/picked'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

/** An archive that the system opened with the desktop app; the window's own address `/opened/ID` has its bytes. */
export interface OpenedFile {
  readonly id: string
  readonly name: string
}

/** Gives the archive as if it had been dropped on the page, once. */
export function useOpenedFile(opened: OpenedFile | undefined, onFile: (picked: Picked, name: string) => void): void {
  const give = useRef(onFile)
  useEffect(() => {
    give.current = onFile
  })
  const { id, name } = opened ?? {}
  useEffect(() => {
    if (id === undefined || name === undefined) return undefined
    const stop = new AbortController()
    read({ id, name }, stop.signal).then(
      (picked) => picked && give.current(picked, name.replace(/\.zip$/i, '')),
      () => {
        if (!stop.signal.aborted) notify({ text: t('Could not read {{name}}', { name }) })
      },
    )
    return () => stop.abort()
  }, [id, name])
}

async function read({ id, name }: OpenedFile, signal: AbortSignal): Promise<Picked | undefined> {
  const response = await fetch(`/opened/${encodeURIComponent(id)}`, { signal })
  if (!response.ok) throw new Error(await response.text())
  return pickedFromList([new File([await response.blob()], name, { type: 'application/zip' })])
}
