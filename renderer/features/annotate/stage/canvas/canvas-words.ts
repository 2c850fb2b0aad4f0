import { labelCount, labellingOf } from '#renderer/data/project-type'
import { chordText } from '#renderer/ui/app/chord'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { useDocument, useEditorState } from '../../editor/hooks/session.tsx'
import { useOffers } from '../../editor/hooks/use-offers.ts'
import { useWholeClasses } from '../../parts/use-whole-classes.ts'

/** "3 shapes. Tab goes from shape to shape.", "2 classes: Boat, Quay." */
export function useContentWords(): string {
  const labelling = useEditorState(({ projectType }) => labellingOf(projectType))
  const amount = useDocument((document) => document?.shapes.length ?? 0)
  const given = useWholeClasses()
  const chord = useChord('next-shape')
  if (labelling === 'places' && chord !== undefined)
    return t('{{count}} shapes. {{key}} goes from shape to shape.', { count: amount, key: chordText(chord) })
  const names = given.length > 0 ? `: ${given.map((label) => label.name).join(', ')}` : ''
  return `${labelCount(amount, labelling)}${names}.`
}

/** "N walks through 3 suggestions."; nothing when there are none. */
export function useProposalWords(): readonly string[] {
  const count = useOffers().shown.length
  const chord = useChord('next-proposal')
  if (count === 0) return []
  if (chord === undefined) return [`${t('{{count}} suggestions', { count })}.`]
  return [t('{{count}} suggestions. {{key}} goes from one to the next.', { count, key: chordText(chord) })]
}
