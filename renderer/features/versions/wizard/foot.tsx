import { useQuery } from '@tanstack/react-query'
import type { VersionPlan } from '#common/contract/versions'
import { SPLITS } from '#common/split'
import { Button } from '#renderer/kit/controls/button'
import { bytes, count, duration, plural } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
import { stepsOn } from './draft/settings.ts'
import styles from './foot.module.css'
import type { Continue } from './use-continue.ts'
import type { Wizard } from './use-wizard.ts'

interface WizardFootProps {
  readonly number: number
  readonly wizard: Wizard
  readonly plan: VersionPlan | undefined
  readonly onward: Continue
}

/** What the version will be, and the ways back and on. */
export function WizardFoot({ number, wizard, plan, onward }: WizardFootProps) {
  const { before, after, goTo, leave, isStarting } = wizard
  return (
    <footer className={styles.foot}>
      {plan !== undefined && <Figures plan={plan} wizard={wizard} />}
      <span className={styles.acts}>
        <Button variant="quiet" onPress={() => (before === undefined ? leave() : goTo(before))}>
          {before === undefined ? 'Cancel' : 'Back'}
        </Button>
        <Button
          variant="primary"
          chord="Mod+Enter"
          isPending={isStarting}
          disabledReason={onward.reason}
          onPress={onward.goOn}
        >
          {after === undefined ? `Generate version ${number}` : 'Continue'}
        </Button>
      </span>
    </footer>
  )
}

function Figures({ plan, wizard }: { readonly plan: VersionPlan; readonly wizard: Wizard }) {
  const { data: session } = useQuery(queries.session())
  const isVaried = stepsOn(wizard.draft).length > 0 && wizard.draft.copies > 1
  return (
    <>
      <Figure value={plural(plan.images, 'image')} note={`${isVaried ? 'at most, ' : ''}from ${count(plan.sources)}`} />
      <Figure value={SPLITS.map((split) => count(plan.splits[split])).join(' / ')} note="train, valid, test" />
      {plan.bytes !== null && (
        <Figure value={bytes(plan.bytes)} note={session && `${bytes(session.library.freeBytes)} free`} />
      )}
      {plan.seconds !== null && (
        <Figure value={`about ${duration(plan.seconds)}`} note={session && `on ${plural(session.cores, 'core')}`} />
      )}
    </>
  )
}

function Figure({ value, note }: { readonly value: string; readonly note: string | undefined }) {
  return (
    <div className={styles.figure}>
      <div className={styles.value}>{value}</div>
      <div className={styles.note}>{note}</div>
    </div>
  )
}
