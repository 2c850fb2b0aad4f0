import { useQuery } from '@tanstack/react-query'
import type { VersionPlan } from '#common/contract/versions'
import { SPLITS } from '#common/split'
import { queries } from '#renderer/data/queries'
import { Button } from '#renderer/ui/controls/button'
import { bytes, count, duration } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import type { Draft } from './draft/draft.ts'
import { stepsOn } from './draft/settings.ts'
import styles from './foot.module.css'
import type { Continue } from './use-continue.ts'
import type { Wizard } from './use-wizard.ts'

interface WizardFootProps {
  readonly number: number | undefined
  readonly wizard: Wizard
  readonly plan: VersionPlan | undefined
  readonly onward: Continue
}

/** Summary of the version, with the ways back and on. */
export function WizardFoot({ number, wizard, plan, onward }: WizardFootProps) {
  const { before, after, goTo, leave, isStarting } = wizard
  return (
    <footer data-page-foot className={styles.foot}>
      {plan !== undefined && <Figures plan={plan} wizard={wizard} />}
      <span className={styles.acts}>
        <Button variant="quiet" onPress={() => (before === undefined ? leave() : goTo(before))}>
          {before === undefined ? t('Cancel') : t('Back')}
        </Button>
        <Button
          writes="projects"
          variant="primary"
          chord="Mod+Enter"
          isPending={isStarting}
          disabledReason={onward.reason}
          onPress={onward.goOn}
        >
          {after === undefined ? generateWords(number) : t('Continue')}
        </Button>
      </span>
    </footer>
  )
}

function generateWords(number: number | undefined): string {
  return number === undefined ? t('Generate version') : t('Generate version {{number}}', { number })
}

function Figures({ plan, wizard }: { readonly plan: VersionPlan; readonly wizard: Wizard }) {
  const { data: session } = useQuery(queries.session())
  const { images, splits, sources, bytes: size, seconds } = plan
  return (
    <section className={styles.figures} aria-label={t('Contents of the version')}>
      {images === null || splits === null ? (
        <Figure
          value={t('From {{count}} images', { count: sources })}
          note={t('the number of resulting images is unknown')}
        />
      ) : (
        <>
          <Figure
            value={t('{{count}} images', { count: images })}
            note={
              mayBeFewer(wizard.draft)
                ? t('at most, from {{amount}}', { amount: sources })
                : t('from {{amount}}', { amount: sources })
            }
          />
          <Figure value={SPLITS.map((split) => count(splits[split])).join(' / ')} note={t('train, valid, test')} />
        </>
      )}
      {size !== null && (
        <Figure
          value={bytes(size)}
          note={session && t('{{amount}} free', { amount: bytes(session.library.freeBytes) })}
        />
      )}
      {seconds !== null && (
        <Figure
          value={t('about {{amount}}', { amount: duration(seconds) })}
          note={session && t('on {{count}} cores', { count: session.cores })}
        />
      )}
    </section>
  )
}

/** Variants that equal another image are left out, and of parts it is not known before which hold a label. */
function mayBeFewer(draft: Draft): boolean {
  const { isolate, tile, 'filter-null': labelled, remap, 'static-crop': crop } = draft.preprocessing
  const isVaried = stepsOn(draft).length > 0 && draft.copies > 1
  return isVaried || isolate.on || (labelled.on && [tile, remap, crop].some(({ on }) => on))
}

function Figure({ value, note }: { readonly value: string; readonly note: string | undefined }) {
  return (
    <div className={styles.figure}>
      <div className={styles.value}>{value}</div>
      <div className={styles.note}>{note}</div>
    </div>
  )
}
