import { Sparkles, X } from 'lucide-react'
import type { Proposal } from '#common/annotation/proposal'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Slider } from '#renderer/ui/controls/slider'
import { useChord } from '#renderer/ui/keys/key-map'
import { Sideways } from '#renderer/ui/overlay/sideways'
import { decimal } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { acceptFocused, acceptShown, putAllAway, rejectFocused } from '../../commands/proposals/proposals.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useFocusedProposal, useOffers } from '../../editor/hooks/use-offers.ts'
import { scoreText } from '../../model/proposals/offers.ts'
import { thenCanvas } from '../../parts/pressed.ts'
import styles from './proposal-strip.module.css'

/** The model suggestions for this image: their count, their models, the threshold, and the one in focus. */
export function ProposalStrip() {
  const { open, shown, labelled } = useOffers()
  const focused = useFocusedProposal()
  if (open.length + labelled.length === 0) return null
  return (
    <Sideways className={styles.strip} role="group" aria-label={t('Suggestions')} data-panel="proposals">
      <span className={styles.facts}>
        <Sparkles className={styles.star} aria-hidden />
        <span className="truncate num">{open.length > 0 ? factsOf(open) : labelledFacts(labelled)}</span>
      </span>
      {open.length > 0 && (
        <>
          <span className={styles.label} aria-hidden>
            {t('From score')}
          </span>
          <Threshold />
          <span className={styles.rule} />
          {focused && <Focused proposal={focused} />}
          <AcceptAll shown={shown.length} />
        </>
      )}
      <PutAway amount={open.length + labelled.length} />
    </Sideways>
  )
}

function labelledFacts({ length }: readonly Proposal[]): string {
  return t('{{count}} suggestions match existing annotations', { count: length })
}

/** "7 suggestions from harbor-v2". */
function factsOf(open: readonly Proposal[]): string {
  const sources = [...new Set(open.map(({ source }) => source))]
  const [only = ''] = sources
  const count = open.length
  if (sources.length === 1 && only === '') return t('{{count}} suggestions', { count })
  const from = sources.length === 1 ? only : t('{{count}} sources', { count: sources.length })
  return t('{{count}} suggestions from {{source}}', { count, source: from })
}

function Threshold() {
  const editor = useEditor()
  const threshold = useEditorState(({ options }) => options.threshold)
  return (
    <Slider
      label={t('From score')}
      hideLabel
      className={styles.slider}
      min={0}
      max={1}
      step={0.01}
      value={threshold}
      valueText={decimal(threshold, 2)}
      onChange={(next) => editor.setOptions({ threshold: next })}
    />
  )
}

function Focused({ proposal }: { readonly proposal: Proposal }) {
  const editor = useEditor()
  return (
    <>
      <span className={styles.focused}>
        <span className="truncate medium">{proposal.className}</span>
        <span className={`${styles.score} num`}>{scoreText(proposal) ?? t('no score')}</span>
      </span>
      <Button
        size="small"
        variant="quiet"
        chord={useChord('reject-proposal')}
        onPress={thenCanvas(() => rejectFocused(editor))}
      >
        {t('Reject')}
      </Button>
      <Button size="small" chord={useChord('accept-proposal')} onPress={thenCanvas(() => acceptFocused(editor))}>
        {t('Accept')}
      </Button>
    </>
  )
}

function PutAway({ amount }: { readonly amount: number }) {
  const editor = useEditor()
  return (
    <IconButton
      size="small"
      icon={X}
      label={amount === 1 ? t('Reject this suggestion') : t('Reject all {{number}} suggestions', { number: amount })}
      placement="bottom"
      onPress={thenCanvas(() => putAllAway(editor))}
    />
  )
}

function AcceptAll({ shown }: { readonly shown: number }) {
  const editor = useEditor()
  return (
    <Button
      size="small"
      variant="primary"
      chord={useChord('accept-proposals')}
      disabledReason={shown === 0 ? t('No suggestion reaches this score. Lower it to see more') : undefined}
      onPress={thenCanvas(() => acceptShown(editor))}
    >
      {t('Accept {{number}}', { number: shown })}
    </Button>
  )
}
