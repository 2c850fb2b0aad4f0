import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Attribute } from '#common/annotation/attribute'
import type { AttributeValue } from '#common/annotation/marks'
import type { LabelClass } from '#common/contract/projects'
import type { ViewPoint } from '#common/geometry/space'
import { holdCommands } from '#renderer/ui/app/commands'
import { cx } from '#renderer/ui/cx'
import { Keycap } from '#renderer/ui/display/keycap'
import { CLASS_DIGITS } from '#renderer/ui/keys/keyed'
import { t } from '#renderer/words/words'
import { askedOf, sayOfSelection, sharedValue } from '../../commands/attributes/attributes.ts'
import { rangeWords, readValue, typedText } from '../../commands/attributes/read-value.ts'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useSelectedShapes } from '../../editor/hooks/use-selected.ts'
import styles from '../../parts/attributes/attributes.module.css'
import { placeBox } from '../../parts/place-box.ts'
import { type Answer, answersOf } from './answers.ts'

/** Room that the panel needs beside the pointer, in pixels of the design. */
const ROOM = { width: 280, height: 320 }
const NO_CLASSES: readonly LabelClass[] = []

/** The attributes of the selection at the pointer: digits choose, Enter goes on to the next one, Esc leaves. */
export function AttributePanel() {
  const at = useEditorState(({ attributesAt }) => attributesAt)
  const shapes = useSelectedShapes()
  const asked = askedOf(shapes, useEditorState(({ classes }) => classes) ?? NO_CLASSES)
  return at && asked.length > 0 ? <Panel at={at} asked={asked} /> : null
}

function Panel({ at, asked }: { readonly at: ViewPoint; readonly asked: readonly Attribute[] }) {
  const editor = useEditor()
  const view = useEditorState((all) => all.view)
  const [active, activate] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => holdCommands(), [])
  useEffect(() => box.current?.focus(), [])
  const close = () => {
    editor.set({ attributesAt: undefined })
    focusCanvas()
  }
  const goOn = () => (active + 1 < asked.length ? activate(active + 1) : close())
  const onKeyDown = (event: KeyboardEvent) => {
    const current = asked[active]
    const act = panelKey(event, current)
    if (act === undefined || current === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (act === 'close') close()
    else if (act === 'next') goOn()
    else if (typeof act === 'number') activate((active + act + asked.length) % asked.length)
    else {
      sayOfSelection(editor, current, act.said)
      if (active + 1 < asked.length) activate(active + 1)
    }
  }
  return (
    <div
      ref={box}
      className={styles.panel}
      role="dialog"
      tabIndex={-1}
      aria-label={t('Attributes of the selection')}
      style={placeBox(view, at, ROOM)}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}
    >
      {asked.map((attribute, place) => (
        <Row
          key={attribute.id}
          attribute={attribute}
          isActive={place === active}
          onActive={() => activate(place)}
          onDone={goOn}
        />
      ))}
    </div>
  )
}

type PanelAct = 'close' | 'next' | 1 | -1 | Answer

function panelKey(event: KeyboardEvent, current: Attribute | undefined): PanelAct | undefined {
  if (event.key === 'Escape') return 'close'
  if (event.key === 'ArrowDown') return 1
  if (event.key === 'ArrowUp') return -1
  const answers = current ? answersOf(current) : []
  if (answers.length === 0) return undefined
  if (event.key === 'Enter') return 'next'
  if (event.key === 'Backspace') return { name: t('Not set'), said: undefined }
  return answers[CLASS_DIGITS.findIndex((digit) => digit === event.key)]
}

interface RowProps {
  readonly attribute: Attribute
  readonly isActive: boolean
  readonly onActive: () => void
  readonly onDone: () => void
}

function Row({ attribute, isActive, onActive, onDone }: RowProps) {
  const editor = useEditor()
  const shared = sharedValue(attribute, useSelectedShapes())
  const answers = answersOf(attribute)
  return (
    <fieldset className={cx(styles.row, isActive && styles.active)} onPointerEnter={onActive}>
      <legend className={styles.name}>
        {attribute.name}
        {shared.isMixed && <span className="text-3"> {t('mixed')}</span>}
      </legend>
      {answers.length > 0 ? (
        <div className={styles.answers}>
          {answers.map((answer, place) => (
            <button
              key={answer.name}
              type="button"
              tabIndex={-1}
              className={cx(styles.answer, answer.said === shared.value && styles.said)}
              aria-pressed={answer.said === shared.value}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => sayOfSelection(editor, attribute, answer.said)}
            >
              {isActive && CLASS_DIGITS[place] !== undefined && <Keycap chord={CLASS_DIGITS[place]} />}
              {answer.name}
            </button>
          ))}
        </div>
      ) : (
        <Typed attribute={attribute} value={shared.value} isActive={isActive} onDone={onDone} />
      )}
    </fieldset>
  )
}

interface TypedProps extends Pick<RowProps, 'attribute' | 'isActive' | 'onDone'> {
  readonly value: AttributeValue | undefined
}

function Typed({ attribute, value, isActive, onDone }: TypedProps) {
  const editor = useEditor()
  const [typed, type] = useState(typedText(value))
  const input = useRef<HTMLInputElement>(null)
  const read = readValue(attribute, typed)
  useEffect(() => {
    if (isActive) input.current?.focus()
  }, [isActive])
  const say = () => {
    if (read.ok) sayOfSelection(editor, attribute, read.value)
  }
  return (
    <input
      ref={input}
      className={styles.input}
      aria-label={attribute.name}
      aria-invalid={!read.ok}
      placeholder={rangeWords(attribute)}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={say}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !read.ok) return
        event.preventDefault()
        say()
        onDone()
      }}
    />
  )
}
