import { Check, RotateCcw, Trash2, X } from 'lucide-react'
import type { Comment } from '#common/annotation/comment'
import type { CommentId } from '#common/ids'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { moment } from '#renderer/kit/format'
import { t } from '#renderer/kit/words/words'
import styles from './comments.module.css'
import type { CommentActs } from './use-comments.ts'
import { WriteBox } from './write-box.tsx'

export interface ThreadProps {
  readonly comment: Comment
  readonly acts: CommentActs
  readonly onClose: () => void
}

/** A comment with its replies, and room for one more. */
export function Thread({ comment, acts, onClose }: ThreadProps) {
  const { id, resolved, replies } = comment
  const resolve = () => {
    void acts.resolve(id, resolved === null)
    onClose()
  }
  const remove = () => {
    void acts.remove(id)
    onClose()
  }
  return (
    <>
      <div className={styles.head}>
        <span className={styles.state}>{resolved ? resolvedWords(resolved) : t('Open|state')}</span>
        <IconButton
          size="small"
          icon={resolved ? RotateCcw : Check}
          label={resolved ? t('Open again') : t('Resolve')}
          onPress={resolve}
        />
        <IconButton size="small" icon={Trash2} label={t('Delete the comment')} onPress={remove} />
        <IconButton size="small" icon={X} label={t('Close')} chord="Escape" onPress={onClose} />
      </div>
      <div className={styles.said}>
        <Words {...comment} />
        {replies.map((reply) => (
          <Words key={reply.id} {...reply} onRemove={(each) => void acts.remove(each)} />
        ))}
      </div>
      <WriteBox label={t('Reply')} act={t('Reply')} onSend={(text) => acts.reply(id, text)} onClose={onClose} />
    </>
  )
}

export function resolvedWords({ by, at }: NonNullable<Comment['resolved']>): string {
  return by === ''
    ? t('Resolved, {{when}}', { when: moment(at) })
    : t('Resolved by {{name}}, {{when}}', { name: by, when: moment(at) })
}

interface WordsProps extends Pick<Comment, 'id' | 'text' | 'by' | 'at'> {
  readonly onRemove?: ((id: CommentId) => void) | undefined
}

function Words({ id, text, by, at, onRemove }: WordsProps) {
  return (
    <div className={styles.words}>
      <div className={styles.who}>
        <span className="medium">{by === '' ? t('Somebody') : by}</span>
        <span className="text-3 num">{moment(at)}</span>
        {onRemove && (
          <IconButton
            className={styles.removeReply}
            size="small"
            icon={Trash2}
            label={t('Delete the reply')}
            onPress={() => onRemove(id)}
          />
        )}
      </div>
      <p className={styles.text}>{text}</p>
    </div>
  )
}
