import type { KeyboardEvent } from 'react'
import { matchesChord, parseChord } from '#renderer/ui/app/chord'
import { useCommands } from '#renderer/ui/app/commands'
import { t } from '#renderer/words/words'
import type { Wizard } from './use-wizard.ts'

const CHORD = 'Mod+Enter'

export interface Continue {
  readonly goOn: () => void
  /** Why the version cannot be generated; undefined on every other step. */
  readonly reason: string | undefined
  /** For the element around the wizard: the chord belongs to it, whatever control has the focus. */
  readonly onKeyDownCapture: (event: KeyboardEvent) => void
}

/** The way on: to the next step, and from the last one to the version. */
export function useContinue(wizard: Wizard, problem: string | undefined): Continue {
  const { after, goTo, generate, isStarting } = wizard
  const reason = after === undefined ? problem : undefined
  const isEnabled = reason === undefined && !isStarting
  const goOn = () => (after === undefined ? generate() : goTo(after))
  const label = after === undefined ? t('Generate') : t('Continue')
  useCommands([{ id: 'new-version.continue', label, chord: CHORD, run: goOn, inFields: true, isEnabled }])
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!matchesChord(event.nativeEvent, parseChord(CHORD))) return
    event.preventDefault()
    event.stopPropagation()
    // A number that is still being typed counts.
    if (event.target instanceof HTMLElement) event.target.blur()
    if (isEnabled) goOn()
  }
  return { goOn, reason, onKeyDownCapture }
}
