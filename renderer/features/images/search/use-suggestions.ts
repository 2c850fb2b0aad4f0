import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { type Completion, complete, completionsAt, type Vocabulary } from './complete.ts'
import type { LiftNames } from './lift.ts'

interface Typing {
  readonly project: ProjectSlug
  readonly typed: string
  readonly setTyped: (text: string) => void
  readonly input: RefObject<HTMLInputElement | null>
}

export interface Suggestions {
  readonly isOpen: boolean
  readonly options: readonly Completion[]
  /** Which of them Enter takes; none until an arrow key chose one. */
  readonly active: number | undefined
  readonly names: LiftNames
  readonly open: () => void
  readonly close: () => void
  readonly choose: (option: Completion) => void
  /** Whether a key is for the list and not for the text. */
  readonly hears: (key: string) => boolean
}

/** Completions of the word at the caret, offered while typing and on the down arrow. */
export function useSuggestions({ project, typed, setTyped, input }: Typing): Suggestions {
  const [wanted, setWanted] = useState(false)
  const [active, setActive] = useState<number>()
  const { known, names } = useVocabulary(project, wanted)
  const caret = wanted ? input.current?.selectionStart : undefined
  const found = completionsAt(typed, caret ?? typed.length, known)
  const { options } = found
  const isOpen = wanted && options.length > 0

  const close = () => {
    setWanted(false)
    setActive(undefined)
  }
  const open = () => {
    setWanted(true)
    setActive(undefined)
  }
  const choose = (option: Completion) => {
    const { text, caret } = complete(typed, found, option)
    setTyped(text)
    setActive(undefined)
    // A value ends the word; behind a selector its values come next.
    setWanted(option.images === undefined && option.text.endsWith(':'))
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(caret, caret)
    })
  }
  const move = (by: 1 | -1) => {
    if (!isOpen) return open()
    const from = active ?? (by === 1 ? -1 : options.length)
    setActive((from + by + options.length) % options.length)
  }
  const hears = (key: string): boolean => {
    const option = isOpen && active !== undefined ? options[active] : undefined
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp' && isOpen) move(-1)
    else if (key === 'Escape' && isOpen) close()
    else if (key === 'Enter' && option !== undefined) choose(option)
    else return false
    return true
  }
  return { isOpen, options, active, names, open, close, choose, hears }
}

/** Values to search for. Tags may be many: they are requested when the first letter is typed. */
function useVocabulary(
  project: ProjectSlug,
  isWanted: boolean,
): { readonly known: Vocabulary; readonly names: LiftNames } {
  const facets = useQuery(queries.facets(project)).data
  const classes = useQuery(queries.classes(project)).data ?? []
  const tags = useQuery({ ...queries.tags(project), enabled: isWanted }).data ?? []
  const imagesOf = new Map(facets?.classes.map(({ id, images }) => [id, images]))
  const batches = facets?.batches ?? []
  const known = {
    tags,
    batches,
    classes: classes.map(({ id, name }) => ({ name, images: imagesOf.get(id) ?? 0 })),
    splits: counted(facets?.splits),
    states: counted(facets?.states),
    reviews: counted(facets?.reviews),
  }
  return { known, names: { classes, batches } }
}

function counted(counts: Readonly<Record<string, number>> | undefined) {
  return Object.entries(counts ?? {}).map(([name, images]) => ({ name, images }))
}
