import { useEffect, useRef, useState } from 'react'
import { parseSearch } from '#common/search/parse'
import { SEARCH_LIMITS } from '#common/search/query'
import type { SearchFault } from '#common/search/tokens'
import { useCommands } from '#renderer/kit/app/commands'
import { SearchField } from '#renderer/kit/controls/text-field'
import styles from './search.module.css'
import { SearchHelp } from './search-help.tsx'

export interface SearchBoxProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** Filters while it is typed, a moment after the last key. What cannot be read yet is told below the field and filters nothing. */
export function SearchBox({ text, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  const [judged, setJudged] = useState(text)
  const input = useRef<HTMLInputElement>(null)
  if (known !== text) {
    setKnown(text)
    setTyped(text)
  }
  const search = (next: string) => {
    setJudged(next)
    if (faultOf(next) === undefined && next !== text) onChange(next)
  }
  // What is half typed is not judged before its writer stops.
  const fault = judged === typed ? faultOf(typed) : undefined
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => search(typed), 180)
    return () => clearTimeout(timer)
  })
  useCommands([
    { id: 'images.search', label: 'Search images', chord: 'Mod+F', run: () => input.current?.focus(), inFields: true },
  ])
  return (
    <div className={styles.box}>
      <SearchField
        label="Search images"
        value={typed}
        onChange={setTyped}
        onSubmit={search}
        inputRef={input}
        maxLength={SEARCH_LIMITS.length}
        isInvalid={fault !== undefined}
        trailing={<SearchHelp />}
      />
      {fault && (
        <p className={styles.fault} role="alert">
          {fault.word !== '' && <code className={styles.word}>{fault.word}</code>} {fault.reason}.
        </p>
      )}
    </div>
  )
}

function faultOf(text: string): SearchFault | undefined {
  const query = parseSearch(text)
  return query.ok ? undefined : query.error
}
