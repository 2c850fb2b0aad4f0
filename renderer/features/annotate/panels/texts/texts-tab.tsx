import { History, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { MAX_TEXT, TEXT_CLASS } from '#common/annotation/shape'
import type { ImageId } from '#common/ids'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { TextArea } from '#renderer/ui/controls/text-area'
import { t } from '#renderer/words/words'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { finish } from '../../commands/queue/queue.ts'
import type { Editor } from '../../editor/editor.ts'
import { useDocument, useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { rowsOf, type TextRow } from '../../editor/texts/drafts.ts'
import { useClassActs } from '../../effects/server/use-class-acts.ts'
import styles from './texts-tab.module.css'

/** Typing that rests this long is stored. */
const PAUSE_MS = 900

const NO_SHAPES = [] as const

/** The texts about the image: what is asked, and the answer. */
export function TextsTab() {
  const image = useEditorState((state) => state.image)
  const isReady = useDocument((document) => document?.load === 'ready')
  useTextClass()
  return image !== undefined && isReady ? <Texts key={image} image={image} /> : null
}

/** Texts stand under a class of their own, which is made with the first look at the project's images. */
function useTextClass(): void {
  const editor = useEditor()
  const { create } = useClassActs()
  const { mutate, isIdle } = create
  const classes = useEditorState((all) => all.classes)
  const hasClass = classes?.some(({ name }) => name === TEXT_CLASS)
  useEffect(() => {
    if (hasClass === false && isIdle) mutate(TEXT_CLASS)
    if (hasClass === true) editor.texts.sendAll()
  }, [editor, hasClass, isIdle, mutate])
}

/** Ctrl+Enter in a field goes to the next image: the hands stay in its fields. */
let wantsFocus = false

function Texts({ image }: { readonly image: ImageId }) {
  const editor = useEditor()
  const list = useRef<HTMLOListElement>(null)
  const rows = useRows(image)
  const isEmpty = rows.length === 0
  useEffect(() => {
    if (isEmpty) editor.texts.add(image)
  }, [editor, image, isEmpty])
  useEffect(() => {
    if (isEmpty || !wantsFocus) return
    wantsFocus = false
    focusField(list.current)
  }, [isEmpty])
  const onKeyDown = (event: KeyboardEvent) => leaveByKey(event, editor)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: two keys that leave the fields in it
    <div className={styles.scroll} onKeyDownCapture={onKeyDown}>
      <LastPrompts image={image} rows={rows} />
      <ol ref={list} className={styles.rows} aria-label={t('Texts about the image')}>
        {rows.map((row, place) => (
          <Row key={row.id} image={image} row={row} place={place} isOnly={rows.length === 1} />
        ))}
      </ol>
      <div className={styles.add}>
        <Button
          size="small"
          disabledReason={
            rows.some(({ answer }) => answer.trim() === '') ? t('An empty text already exists') : undefined
          }
          onPress={() => editor.texts.add(image)}
        >
          <Plus />
          {t('Add a text')}
        </Button>
      </div>
    </div>
  )
}

/** The rows of an image; typing that pauses is stored, and so is what is left when the panel closes. */
function useRows(image: ImageId): readonly TextRow[] {
  const { texts } = useEditor()
  const drafts = useStore(texts.store, (all) => all.drafts.get(image))
  const shapes = useDocument((document) => document?.shapes) ?? NO_SHAPES
  useEffect(() => {
    if (drafts === undefined) return
    const timer = setTimeout(() => texts.pause(image), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [texts, image, drafts])
  useEffect(() => () => texts.leave(image), [texts, image])
  return rowsOf(shapes, drafts ?? NO_SHAPES)
}

interface RowProps {
  readonly image: ImageId
  readonly row: TextRow
  readonly place: number
  readonly isOnly: boolean
}

function Row({ image, row, place, isOnly }: RowProps) {
  const { texts } = useEditor()
  const { id, prompt, answer } = row
  const isBlank = isOnly && !row.isStored && prompt === '' && answer === ''
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <span className="text-3 num">{t('Text {{number}}', { number: place + 1 })}</span>
        {!isBlank && (
          <IconButton
            size="small"
            icon={Trash2}
            label={t('Delete text {{number}}', { number: place + 1 })}
            placement="left"
            onPress={() => texts.remove(image, id)}
          />
        )}
      </div>
      <TextArea
        label={t('Prompt')}
        rows={1}
        placeholder={t('Question (optional)')}
        maxLength={MAX_TEXT}
        value={prompt}
        onChange={(next) => texts.write(image, { id, prompt: next, answer })}
        onBlur={() => texts.pause(image)}
      />
      <TextArea
        label={t('Answer')}
        rows={1}
        placeholder={t('Text about the image')}
        maxLength={MAX_TEXT}
        value={answer}
        onChange={(next) => texts.write(image, { id, prompt, answer: next })}
        onBlur={() => texts.pause(image)}
      />
      {answer.trim() === '' && (prompt.trim() !== '' || row.isStored) && (
        <p className={styles.needs}>
          {row.isStored
            ? t('Saved only with an answer. Delete the text to discard it')
            : t('Saved when it has an answer')}
        </p>
      )}
    </li>
  )
}

/** The same questions are often asked of image after image. */
function LastPrompts({ image, rows }: { readonly image: ImageId; readonly rows: readonly TextRow[] }) {
  const { texts } = useEditor()
  const isUntouched = rows.every((row) => !row.isStored && row.prompt === '' && row.answer === '')
  const prompts = isUntouched ? texts.lastPrompts() : []
  if (prompts.length === 0) return null
  const take = () => {
    for (const { id } of rows) texts.remove(image, id)
    for (const prompt of prompts) texts.add(image, prompt)
  }
  return (
    <div className={styles.last}>
      <Button size="small" onPress={take}>
        <History />
        {t('Use the prompts of the last image')}
      </Button>
    </div>
  )
}

/** Ctrl+Enter: done, next. Esc: back to the image. */
function leaveByKey(event: KeyboardEvent, editor: Editor): void {
  const isField = event.target instanceof HTMLTextAreaElement
  if (event.key === 'Escape' && isField) {
    event.preventDefault()
    focusCanvas()
  }
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  const { image } = editor.state
  finish(editor)
  wantsFocus = isField && editor.state.image !== image
}

/** The first field that waits for an answer, or the first one. */
function focusField(list: HTMLElement | null): void {
  const fields = [...(list?.querySelectorAll('textarea') ?? [])]
  const open = fields.find((field, place) => place % 2 === 1 && field.value === '')
  const target = open ?? fields[1]
  target?.focus()
}
