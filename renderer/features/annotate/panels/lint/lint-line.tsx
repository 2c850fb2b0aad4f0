import { TriangleAlert } from 'lucide-react'
import { Button as PlainButton } from 'react-aria-components'
import type { Lint } from '#common/annotation/lint/lint'
import { Button } from '#renderer/ui/controls/button'
import { Keycap } from '#renderer/ui/display/keycap'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { lintInHand, sentenceOf, stepLint } from '../../commands/lint/lint.ts'
import { untangle } from '../../commands/outlines/vertices.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { thenCanvas } from '../../parts/pressed.ts'
import styles from './lint-line.module.css'

/** Below the objects: what deserves a look, one after the other. */
export function LintLine() {
  const editor = useEditor()
  const lints = useEditorState((all) => all.lints)
  const place = useEditorState(lintInHand)
  const chord = useChord('next-lint')
  if (lints.length === 0) return null
  const lint = lints[place]
  return (
    <>
      {lint?.kind === 'crossing' && <Untangle shape={lint.shape} />}
      <PlainButton className={styles.line ?? ''} onPress={thenCanvas(() => stepLint(editor, 1))}>
        <TriangleAlert className={styles.mark} />
        <span className="truncate">
          {lint ? sentenceOf(editor, lint) : t('{{count}} things to look at', { count: lints.length })}
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

/** Quick fix for the annotation that was stepped to. */
function Untangle({ shape }: { readonly shape: Lint['shape'] }) {
  const editor = useEditor()
  return (
    <div className={styles.mend}>
      <Button size="small" chord={useChord('untangle')} onPress={thenCanvas(() => untangle(editor, shape))}>
        {t('Untangle')}
      </Button>
    </div>
  )
}
