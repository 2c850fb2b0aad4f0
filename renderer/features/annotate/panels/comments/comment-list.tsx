import { MessageSquarePlus } from 'lucide-react'
import type { Comment } from '#common/annotation/comment'
import { chordText } from '#renderer/ui/app/chord'
import { Button } from '#renderer/ui/controls/button'
import { cx } from '#renderer/ui/cx'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { askWholeComment, toggleThread } from '../../commands/comments/comments.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import inspector from '../../parts/inspector.module.css'
import styles from './comments.module.css'
import { resolvedWords } from './thread.tsx'
import { useComments } from './use-comments.ts'

/** Everything that is said of the image: what is open first, then what is resolved. */
export function CommentList() {
  const editor = useEditor()
  const comments = useComments()
  const chord = useChord('comment')
  const rows = [...comments].sort((a, b) => Number(a.resolved !== null) - Number(b.resolved !== null))
  const open = comments.filter(({ resolved }) => resolved === null).length
  return (
    <section className={inspector.head} aria-label={t('Comments')}>
      <div className={styles.listHead}>
        <h3 className={inspector.title}>{t('Comments')}</h3>
        {comments.length > 0 && (
          <span className="text-3 num">{open === 0 ? t('all resolved') : t('{{amount}} open', { amount: open })}</span>
        )}
        <Button
          writes="projects"
          size="small"
          variant="quiet"
          className={styles.addButton}
          onPress={() => askWholeComment(editor)}
        >
          <MessageSquarePlus />
          {t('On the image')}
        </Button>
      </div>
      {rows.length === 0 ? (
        <p className={styles.none}>
          {chord === undefined
            ? t('None yet')
            : t('None yet. {{key}} comments at the pointer', { key: chordText(chord) })}
        </p>
      ) : (
        <ul className={styles.list}>
          {rows.map((comment) => (
            <Row key={comment.id} comment={comment} number={comments.indexOf(comment) + 1} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ comment, number }: { readonly comment: Comment; readonly number: number }) {
  const editor = useEditor()
  const isOpen = useEditorState(({ asking }) => asking?.kind === 'thread' && asking.comment === comment.id)
  const { text, by, resolved, replies } = comment
  const facts = [
    ...(by === '' ? [] : [by]),
    ...(replies.length === 0 ? [] : [t('{{count}} replies', { count: replies.length })]),
    ...(resolved ? [resolvedWords(resolved)] : []),
  ]
  return (
    <li>
      <button
        type="button"
        className={cx(styles.row, isOpen && styles.rowOpen)}
        aria-expanded={isOpen}
        onClick={() => toggleThread(editor, comment.id)}
      >
        <span className={cx(styles.dot, styles.small, resolved && styles.resolved)} aria-hidden>
          {number}
        </span>
        <span className={styles.rowWords}>
          <span className={styles.rowText}>{text}</span>
          {facts.length > 0 && <span className={styles.rowFacts}>{facts.join(' · ')}</span>}
        </span>
      </button>
    </li>
  )
}
