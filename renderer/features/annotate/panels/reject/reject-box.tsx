import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { MAX_REASON } from '#common/annotation/review'
import type { ImageId } from '#common/ids'
import { holdCommands } from '#renderer/ui/app/commands'
import { cx } from '#renderer/ui/cx'
import { Keycap } from '#renderer/ui/display/keycap'
import box from '#renderer/ui/overlay/pick-box.module.css'
import { recentReasons } from '#renderer/ui/review/reasons'
import { t } from '#renderer/words/words'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { reject } from '../../commands/review/review.ts'
import { middleOf } from '../../editor/editor.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import type { Asking } from '../../model/editor-state.ts'
import { placeBox } from '../../parts/place-box.ts'
import styles from './reject-box.module.css'

/** Room that the box needs beside the pointer, in pixels of the design. */
const ROOM = { width: 300, height: 300 }

export function RejectBox() {
  const asking = useEditorState((state) => state.asking)
  return asking?.kind === 'reason' ? <OpenBox key={asking.image} asking={asking} /> : null
}

interface OpenBoxProps {
  readonly asking: Extract<Asking, { kind: 'reason' }>
}

/** Type why, or take a reason that was given before; Enter sends, Esc leaves everything as it was. */
function OpenBox({ asking }: OpenBoxProps) {
  const editor = useEditor()
  const [{ pointer, view }] = useState(() => editor.state)
  const { typed, type, options, active, onKeyDown, send, close } = useReason(asking.image)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  // Each time that it is asked for, also while it is open.
  useEffect(() => input.current?.focus(), [asking])
  const place = placeBox(view, pointer ?? middleOf(view), ROOM)
  return (
    <div
      className={cx(box.box, styles.box)}
      role="dialog"
      aria-label={t('Request changes to this image')}
      style={place}
    >
      <input
        ref={input}
        className={box.input}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={active === undefined ? undefined : `${listId}-${active}`}
        aria-label={t('Reason')}
        placeholder={t('What should change?')}
        maxLength={MAX_REASON}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div className={box.list} id={listId} role="listbox" aria-label={t('Reasons given before')}>
        {options.map((reason, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys for all rows
          <div
            key={reason}
            id={`${listId}-${place}`}
            role="option"
            aria-selected={place === active}
            className={cx(box.item, place === active && box.active)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => send(reason)}
          >
            <span className="truncate">{reason}</span>
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        <Keycap chord="Enter" /> {t('request changes and continue')}
        <Keycap chord="Escape" /> {t('cancel')}
      </div>
    </div>
  )
}

/** The typed text, the matching reasons, and the key handling. */
function useReason(image: ImageId) {
  const editor = useEditor()
  const [{ typed, active }, set] = useState<{ typed: string; active: number | undefined }>({
    typed: '',
    active: undefined,
  })
  const [recent] = useState(() => recentReasons(editor.project))
  const part = typed.trim().toLowerCase()
  const options = recent.filter((reason) => reason.toLowerCase().includes(part))
  useEffect(() => holdCommands(), [])
  const close = () => {
    editor.set({ asking: undefined })
    focusCanvas()
  }
  const send = (reason: string) => {
    if (reason.trim() === '') return
    close()
    reject(editor, image, reason.trim())
  }
  const move = (by: 1 | -1) => {
    const from = active ?? (by === 1 ? -1 : 0)
    if (options.length > 0) set({ typed, active: (from + by + options.length) % options.length })
  }
  const acts: Readonly<Record<string, () => void>> = {
    Escape: close,
    Tab: close,
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => send((active === undefined ? undefined : options[active]) ?? typed),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return {
    typed,
    active,
    options,
    onKeyDown,
    send,
    close,
    type: (next: string) => set({ typed: next, active: undefined }),
  }
}
