import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { imageUrl } from '#common/contract/urls'
import type { ImageId } from '#common/ids'
import { studio } from '#renderer/data/studio'
import { holdCommands } from '#renderer/ui/app/commands'
import { cx } from '#renderer/ui/cx'
import box from '#renderer/ui/overlay/pick-box.module.css'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { nothingFound, placeTyped } from '../../commands/go-to/go-to.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { goTo } from '../../effects/queue/open-image.ts'
import { type QueueQuery, useQueueQuery } from '../../effects/queue/queue-query.ts'
import { placeOf } from '../../model/queue.ts'
import styles from './go-to-box.module.css'

/** Rows that are offered at once, and images that are asked for them. */
const MOST = 8
const ASKED = 100

export function GoToBox() {
  const isOpen = useEditorState(({ asking }) => asking?.kind === 'go-to')
  return isOpen ? <OpenBox /> : null
}

/** A number of the queue, or a part of a name: Enter goes there, Esc stays. */
function OpenBox() {
  const { typed, type, found, active, onKeyDown, go, close, problem } = useGoTo()
  const total = useEditorState(({ queue }) => queue.ids.length)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  useEffect(() => input.current?.focus(), [])
  return (
    <div className={cx(box.box, styles.box)} role="dialog" aria-label={t('Go to an image')}>
      <input
        ref={input}
        className={box.input}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${active}` : undefined}
        aria-label={t('Number or name')}
        placeholder={t('1 to {{total}}, or a name', { total })}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div id={listId} role="listbox" aria-label={t('Images')}>
        {found.map(({ id, name, place }, row) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys for all rows
          <div
            key={`${id} ${row}`}
            id={`${listId}-${row}`}
            role="option"
            aria-selected={row === active}
            className={cx(box.item, row === active && box.active)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => go(id)}
          >
            <img className={styles.image} src={imageUrl(id, 'thumb')} alt="" decoding="async" />
            <span className={`${box.name} truncate`}>{name ?? t('Image {{number}}', { number: place + 1 })}</span>
            <span className="num text-3">{count(place + 1)}</span>
          </div>
        ))}
      </div>
      {problem !== undefined && (
        <div className={styles.problem} role="status">
          {problem}
        </div>
      )}
    </div>
  )
}

interface Found {
  readonly id: ImageId
  /** File name; undefined for an image found by its number. */
  readonly name: string | undefined
  readonly place: number
}

/** The typed text, the matching images, and the key handling. */
function useGoTo() {
  const editor = useEditor()
  const [{ typed, active, isEager }, set] = useState({ typed: '', active: 0, isEager: false })
  const { found, isAsking } = useFound(typed)
  useEffect(() => holdCommands(), [])
  const close = () => {
    editor.set({ asking: undefined })
    focusCanvas()
  }
  const go = (id: ImageId | undefined) => {
    if (id === undefined) return
    close()
    goTo(editor, id)
  }
  // Enter was quicker than the answer.
  useEffect(() => {
    if (isEager && !isAsking) go(found[0]?.id)
  })
  const move = (by: number) => set({ typed, isEager, active: Math.max(0, Math.min(found.length - 1, active + by)) })
  const acts: Readonly<Record<string, () => void>> = {
    Escape: close,
    Tab: close,
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => (isAsking ? set({ typed, active, isEager: true }) : go(found[active]?.id)),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const total = editor.state.queue.ids.length
  const problem = typed.trim() !== '' && found.length === 0 && !isAsking ? nothingFound(typed, total) : undefined
  return {
    typed,
    found,
    active,
    onKeyDown,
    go,
    close,
    problem,
    type: (next: string) => set({ typed: next, active: 0, isEager: false }),
  }
}

/** The image of the number first, then those of the queue whose names hold the text. */
function useFound(typed: string): { readonly found: readonly Found[]; readonly isAsking: boolean } {
  const { project } = useEditor()
  const ids = useEditorState(({ queue }) => queue.ids)
  const query = useQueueQuery(project)
  const text = typed.trim()
  const { data, isFetching } = useQuery({
    queryKey: ['go-to', query, text],
    enabled: text !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readNamed(query, text, signal),
  })
  const numbered = placeTyped(text, ids.length)
  const id = numbered === undefined ? undefined : ids[numbered]
  const byNumber = id === undefined || numbered === undefined ? [] : [{ id, name: undefined, place: numbered }]
  const byName = (text === '' ? [] : (data ?? [])).map((card) => ({ ...card, place: placeOf(ids, card.id) }))
  const found = [...byNumber, ...byName.filter(({ place }) => place >= 0)].slice(0, MOST)
  return { found, isAsking: isFetching && byNumber.length === 0 }
}

async function readNamed({ isPicked: _isPicked, ...query }: QueueQuery, text: string, signal: AbortSignal) {
  const filter = { ...query.filter, text }
  const { rows } = await studio.images.page({ ...query, filter, offset: 0, limit: ASKED }, { signal })
  return rows.map(({ id, name }) => ({ id, name }))
}
