import { TriangleAlert } from 'lucide-react'
import { Button as PlainButton } from 'react-aria-components'
import type { Lint } from '#common/annotation/lint/lint'
import { Button } from '#renderer/kit/controls/button'
import { Keycap } from '#renderer/kit/display/keycap'
import { t } from '#renderer/kit/words/words'
import { useChord } from '../keys/bindings/store.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { untangle } from '../outline-acts/vertex-acts.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { lintInHand, sentenceOf, stepLint } from './lint-acts.ts'
import styles from './lint-line.module.css'

/** Below the objects: what deserves a look, one after the other. */
export function LintLine() {
  const bench = useWorkbench()
  const lints = useBench((all) => all.lints)
  const place = useBench(lintInHand)
  const chord = useChord('next-lint')
  if (lints.length === 0) return null
  const lint = lints[place]
  return (
    <>
      {lint?.kind === 'crossing' && <Untangle shape={lint.shape} />}
      <PlainButton className={styles.line ?? ''} onPress={thenCanvas(() => stepLint(bench, 1))}>
        <TriangleAlert className={styles.mark} />
        <span className="truncate">
          {lint ? sentenceOf(bench, lint) : t('{{count}} things to look at', { count: lints.length })}
        </span>
        {lint && (
          <span className={`${styles.place} num`}>
            {t('{{done}} of {{total}}', { done: place + 1, total: lints.length })}
          </span>
        )}
        {chord !== undefined && <Keycap chord={chord} />}
      </PlainButton>
    </>
  )
}

/** What can be done at once about the label that was stepped to. */
function Untangle({ shape }: { readonly shape: Lint['shape'] }) {
  const bench = useWorkbench()
  return (
    <div className={styles.mend}>
      <Button size="small" chord={useChord('untangle')} onPress={thenCanvas(() => untangle(bench, shape))}>
        {t('Untangle')}
      </Button>
    </div>
  )
}
