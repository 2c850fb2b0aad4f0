import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ImageFilter } from '#common/contract/images'
import type { ProjectSlug } from '#common/ids'
import { SEARCH_FAULTS } from '#common/messages/plain/search-faults'
import { sentenceBy, type Template } from '#common/messages/template'
import { parseSearch } from '#common/search/parse'
import { SEARCH_LIMITS } from '#common/search/query'
import type { SearchFault } from '#common/search/tokens'
import { useCommands } from '#renderer/ui/app/commands'
import { SearchField } from '#renderer/ui/controls/text-field'
import { tellMessage } from '#renderer/words/core/messages'
import { t } from '#renderer/words/words'
import { liftTerms } from './lift.ts'
import { type Painted, paintSearch } from './paint.ts'
import styles from './search.module.css'
import { SearchHelp } from './search-help.tsx'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import { heard, untouched } from './typed.ts'
import { useSuggestions } from './use-suggestions.ts'

export interface SearchBoxProps {
  readonly project: ProjectSlug
  readonly filter: ImageFilter
  readonly onChange: (filter: ImageFilter) => void
}

/**
 * Filters while it is typed, a moment after the last key. What cannot be read yet is told below the field and filters nothing. On
 * Enter, words that the filter column has boxes for become filters of their own.
 */
export function SearchBox({ project, filter, onChange }: SearchBoxProps) {
  const text = filter.search ?? ''
  const [box, setBox] = useState(() => untouched(text))
  const typed = box.text
  const setTyped = (next: string) => setBox((now) => ({ ...now, text: next }))
  const [judged, setJudged] = useState(text)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  if (box.known !== text) setBox(heard(box, text))
  const suggestions = useSuggestions({ project, typed, setTyped, input })
  const send = (next: ImageFilter) => {
    setBox((now) => ({ ...now, sent: next.search ?? '' }))
    onChange(next)
  }
  const search = (next: string) => {
    setJudged(next)
    if (faultOf(next) === undefined && next !== text) send({ ...filter, search: next })
  }
  const submit = (next: string) => {
    suggestions.close()
    setJudged(next)
    if (faultOf(next) !== undefined) return
    const lifted = liftTerms({ ...filter, search: next }, suggestions.names)
    setTyped(lifted.search ?? '')
    send(lifted)
  }
  // Half-typed text is not checked before the user stops typing.
  const fault = judged === typed && !suggestions.isOpen ? faultOf(typed) : undefined
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => search(typed), 180)
    return () => clearTimeout(timer)
  })
  useCommands([
    {
      id: 'images.search',
      label: t('Search images'),
      chord: 'Mod+F',
      run: () => input.current?.select(),
      inFields: true,
    },
  ])
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.target !== input.current || !suggestions.hears(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const { isOpen, active, options, choose } = suggestions
  return (
    <div className={styles.box} onKeyDownCapture={onKeyDownCapture}>
      <SearchField
        label={t('Search images')}
        value={typed}
        onChange={(next) => {
          setTyped(next)
          if (next === '') suggestions.close()
          else suggestions.open()
        }}
        onSubmit={submit}
        onBlur={suggestions.close}
        inputRef={input}
        maxLength={SEARCH_LIMITS.length}
        isInvalid={fault !== undefined}
        underlay={<Paint text={typed} isJudged={fault !== undefined} />}
        list={isOpen ? { id: listId, active: active === undefined ? undefined : optionId(listId, active) } : undefined}
        trailing={<SearchHelp />}
      />
      {isOpen && <SuggestionList id={listId} {...{ options, active }} onChoose={choose} />}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault.word !== '' && <code className={styles.word}>{fault.word}</code>}{' '}
          {tellMessage(fault.reason, sentenceBy(wordsOf, fault.reason))}.
        </p>
      )}
    </div>
  )
}

interface PaintProps {
  readonly text: string
  /** Whether what cannot be read is marked already. */
  readonly isJudged: boolean
}

function Paint({ text, isJudged }: PaintProps) {
  return paintSearch(text).map(({ text: stretch, as }, index) => (
    <span key={index} className={classOf(as, isJudged)}>
      {stretch}
    </span>
  ))
}

function classOf(as: Painted['as'], isJudged: boolean): string | undefined {
  if (as === 'fault') return isJudged ? styles.broken : undefined
  return as === 'text' ? undefined : styles[as]
}

function faultOf(text: string): SearchFault | undefined {
  const query = parseSearch(text)
  return query.ok ? undefined : query.error
}

/** The page reads searches itself, so it has the English of their faults. */
const FAULTS: ReadonlyMap<string, Template> = new Map(Object.entries(SEARCH_FAULTS))

function wordsOf(code: string): Template {
  return FAULTS.get(code) ?? code
}
